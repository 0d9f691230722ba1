import type { PersonView, StructureView } from '@fournil/contract/structures/structure';
import { useQuery } from '@tanstack/react-query';
import { useListContext } from 'ra-core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { members } from '../kit/api.ts';
import { BulkBar } from '../kit/bulk/BulkBar.tsx';
import { PickDialog } from '../kit/bulk/PickDialog.tsx';
import { SingleAction } from '../kit/bulk/SingleAction.tsx';
import { useBulk } from '../kit/bulk/useBulk.tsx';
import { useKitT } from '../kit/messages.ts';
import { useMay } from '../kit/profile.ts';
import { Icon } from '../kit/signs/Icon.tsx';
import { DeleteStructures } from './DeleteStructures.tsx';
import { useT } from './messages.ts';

/** BLK-01: what can be done with the selected structures, of whatever level. */
export function StructureBulkBar({ total }: { total: number }) {
  const t = useT();
  const kitT = useKitT();
  const may = useMay();
  const navigate = useNavigate();
  const { selectedIds, onUnselectItems } = useListContext<StructureView>();
  const [open, setOpen] = useState<'relate' | 'unrelate' | 'delete' | null>(null);
  const { ask, dialog } = useBulk({ ids: selectedIds });
  // Selected ones may stand in branches or on pages that are not shown.
  const { data: selected } = useQuery({
    queryKey: ['structures', 'selected', selectedIds],
    queryFn: async ({ signal }) =>
      (await members<StructureView>('/structures', { id: selectedIds, page: 1, itemsPerPage: selectedIds.length }, signal)).data,
    enabled: open === 'delete',
  });
  if (selectedIds.length === 0) return null;
  const count = selectedIds.length;
  return (
    <BulkBar
      label={t('structures.select.label')}
      selected={{ selection: { ids: selectedIds }, count, total, isAll: true, selectAll: () => undefined, clear: () => onUnselectItems() }}
    >
      {may('structures.edit') && (
        <SingleAction count={count} onAct={() => navigate(`/structures/${selectedIds[0]}`)}>
          {kitT('kit.edit')}
        </SingleAction>
      )}
      {may('structures.addMachine') && (
        <SingleAction count={count} onAct={() => navigate(`/structures/${selectedIds[0]}/show`)}>
          {t('structures.bulk.machines')}
        </SingleAction>
      )}
      {(['relate', 'unrelate'] as const).map((name) => (
        <button key={name} type="button" disabled={!may('structures.edit')} onClick={() => setOpen(name)}>
          {name === 'relate' && <Icon name="users" size={16} />}
          {t(`structures.bulk.${name}`)}
        </button>
      ))}
      <button type="button" disabled={!may('structures.delete')} onClick={() => setOpen('delete')}>
        <Icon name="trash" size={16} />
        {kitT('kit.delete')}
      </button>
      {open === 'delete' && selected && (
        <DeleteStructures
          structures={selected}
          onClose={() => setOpen(null)}
          onChosen={(choice) => {
            setOpen(null);
            ask('structures.delete', choice, t('structures.remove.title', { smart_count: count, name: selected[0]?.name ?? '' }));
          }}
        />
      )}
      {(open === 'relate' || open === 'unrelate') && (
        <PickDialog<PersonView>
          title={t(`structures.bulk.${open}Title`, { smart_count: count })}
          submit={(users) => t(`structures.bulk.${open}Submit`, { smart_count: users })}
          path="/structures/people"
          query={{ kind: 'user' }}
          labelOf={(person) => (
            <>
              {person.fullName} <small className="soft">{person.email}</small>
            </>
          )}
          onClose={() => setOpen(null)}
          onChosen={(users) => {
            setOpen(null);
            ask(`structures.${open}`, { users }, t(`structures.bulk.${open}`));
          }}
        />
      )}
      {dialog}
    </BulkBar>
  );
}
