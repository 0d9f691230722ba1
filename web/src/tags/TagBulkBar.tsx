import { type ProgramView, programLimits } from '@fournil/contract/programs/program';
import type { TagView } from '@fournil/contract/tags/tag';
import { useState } from 'react';
import { BulkBar } from '../kit/bulk/BulkBar.tsx';
import { useBulk } from '../kit/bulk/useBulk.tsx';
import { useBulkSelection } from '../kit/bulk/useBulkSelection.ts';
import { useSelected } from '../kit/bulk/useSelected.ts';
import { PickDialog } from '../kit/choices/PickDialog.tsx';
import { useKitT } from '../kit/messages.ts';
import { PeoplePicker } from '../kit/people/PeoplePicker.tsx';
import { useMay } from '../kit/session/profile.ts';
import { Icon } from '../kit/signs/Icon.tsx';
import { useT } from './messages.ts';

/** BLK-01: the actions on the selected tags. */
export function TagBulkBar() {
  const t = useT();
  const kitT = useKitT();
  const may = useMay();
  const selected = useBulkSelection();
  const { ask, dialog, isPending } = useBulk(selected.selection);
  const { selected: seen } = useSelected<TagView>();
  const carried = selected.isAll ? 0 : seen.reduce((sum, { programCount }) => sum + (programCount ?? 0), 0);
  const [open, setOpen] = useState<'addPrograms' | 'removePrograms' | 'relate' | 'unrelate' | null>(null);
  // TAG-02: no program can have more tags.
  const isTooMany = selected.count > programLimits.tags;
  if (selected.count === 0) return null;
  return (
    <BulkBar label={t('tags.select.label')} selected={selected}>
      {(['addPrograms', 'removePrograms'] as const).map((name) => (
        <button
          key={name}
          type="button"
          disabled={!may('tags.assign') || (name === 'addPrograms' && isTooMany)}
          title={name === 'addPrograms' && isTooMany ? t('tags.bulk.tooMany', { max: programLimits.tags }) : undefined}
          onClick={() => setOpen(name)}
        >
          {name === 'addPrograms' && <Icon name="programs" size={16} />}
          {t(`tags.bulk.${name}`)}
        </button>
      ))}
      {(['relate', 'unrelate'] as const).map((name) => (
        <button key={name} type="button" disabled={!may('tags.edit')} onClick={() => setOpen(name)}>
          {name === 'relate' && <Icon name="users" size={16} />}
          {t(`tags.bulk.${name}`)}
        </button>
      ))}
      <button
        type="button"
        disabled={!may('tags.delete') || isPending}
        onClick={() =>
          ask(
            'tags.delete',
            {},
            t('tags.bulk.delete', { smart_count: selected.count }),
            carried > 0 ? t('tags.remove.carried', { smart_count: carried }) : '',
          )
        }
      >
        <Icon name="trash" size={16} />
        {kitT('kit.delete')}
      </button>
      {(open === 'addPrograms' || open === 'removePrograms') && (
        <PickDialog<ProgramView>
          title={t(`tags.bulk.${open}Title`, { smart_count: selected.count })}
          submit={(programs) => t(`tags.bulk.${open}Submit`, { smart_count: programs })}
          about="programs"
          path="/programs"
          query={{ 'order[name]': 'asc' }}
          lineOf={({ name }) => ({ name })}
          onClose={() => setOpen(null)}
          onChosen={(programs) => {
            setOpen(null);
            ask(`tags.${open}`, { programs }, t(`tags.bulk.${open}`));
          }}
        />
      )}
      {(open === 'relate' || open === 'unrelate') && (
        <PeoplePicker
          title={t(`tags.bulk.${open}Title`, { smart_count: selected.count })}
          submit={(users) => t(`tags.bulk.${open}Submit`, { smart_count: users })}
          path="/tags/people"
          onClose={() => setOpen(null)}
          onChosen={(users) => {
            setOpen(null);
            ask(`tags.${open}`, { users }, t(`tags.bulk.${open}`));
          }}
        />
      )}
      {dialog}
    </BulkBar>
  );
}
