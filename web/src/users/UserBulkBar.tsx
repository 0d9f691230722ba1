import type { StructureView } from '@fournil/contract/structures/structure';
import { useState } from 'react';
import { BulkBar } from '../kit/bulk/BulkBar.tsx';
import { PickDialog } from '../kit/bulk/PickDialog.tsx';
import { useBulk } from '../kit/bulk/useBulk.tsx';
import { useBulkSelection } from '../kit/bulk/useBulkSelection.ts';
import { useMay } from '../kit/profile.ts';
import { Icon } from '../kit/signs/Icon.tsx';
import { useT } from './messages.ts';

/** BLK-01: structures for the selected users. */
export function UserBulkBar() {
  const t = useT();
  const may = useMay();
  const selected = useBulkSelection();
  const { ask, dialog } = useBulk(selected.selection);
  const [open, setOpen] = useState<'relate' | 'unrelate' | null>(null);
  if (selected.count === 0) return null;
  return (
    <BulkBar label={t('users.select.label')} selected={{ ...selected, isAll: true }}>
      {(['relate', 'unrelate'] as const).map((name) => (
        <button key={name} type="button" disabled={!may('structures.edit')} onClick={() => setOpen(name)}>
          {name === 'relate' && <Icon name="structures" size={16} />}
          {t(`users.bulk.${name}`)}
        </button>
      ))}
      {open && (
        <PickDialog<StructureView>
          title={t(`users.bulk.${open}Title`, { smart_count: selected.count })}
          submit={(structures) => t(`users.bulk.${open}Submit`, { smart_count: structures })}
          path="/structures"
          query={{ 'order[path]': 'asc' }}
          labelOf={(structure) => (
            <>
              {structure.name} <small className="soft">{structure.path.slice(0, -1).join(' › ')}</small>
            </>
          )}
          onClose={() => setOpen(null)}
          onChosen={(structures) => {
            setOpen(null);
            ask(`users.${open}`, { structures }, t(`users.bulk.${open}`));
          }}
        />
      )}
      {dialog}
    </BulkBar>
  );
}
