import type { StructureView } from '@fournil/contract/structures/structure';
import { structureLimits } from '@fournil/contract/structures/structureLimits';
import { useListContext } from 'ra-core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { readingList, useRead } from '../../data/index.ts';
import { BulkBar } from '../../kit/bulk/BulkBar.tsx';
import { SingleAction } from '../../kit/bulk/SingleAction.tsx';
import { useBulk } from '../../kit/bulk/useBulk.tsx';
import { useBulkSelection, type Whole } from '../../kit/bulk/useBulkSelection.ts';
import { useKitT } from '../../kit/messages.ts';
import { PeoplePicker } from '../../kit/people/PeoplePicker.tsx';
import { useMay } from '../../kit/session/profile.ts';
import { Icon } from '../../kit/signs/Icon.tsx';
import { DeleteStructures } from '../deletion/DeleteStructures.tsx';
import { useT } from '../messages.ts';

/**
 * BLK-01: the actions on the selected structures of any level. `whole`: the tree with all its branches.
 */
export function StructureBulkBar({ whole }: { whole?: Whole }) {
  const t = useT();
  const kitT = useKitT();
  const may = useMay();
  const navigate = useNavigate();
  const selected = useBulkSelection(whole);
  const { selection, count } = selected;
  const [open, setOpen] = useState<'relate' | 'unrelate' | 'delete' | null>(null);
  const { ask, dialog } = useBulk(selection);
  // Selected structures may be in branches or on pages that are not shown.
  const going = useRead(
    readingList<StructureView>({
      about: 'structures',
      path: '/structures',
      query: { ...('ids' in selection ? { id: selection.ids } : selection.filters), page: 1, itemsPerPage: count },
      enabled: open === 'delete',
    }),
  ).data?.data;
  // Before the deletion the numbers below each of them are read.
  const isTooMany = count > structureLimits.pickListSize;
  const [only] = useListContext<StructureView>().selectedIds;
  if (count === 0) return null;
  return (
    <BulkBar label={t('structures.select.label')} selected={selected}>
      {may('structures.edit') && (
        <SingleAction count={count} onAct={() => navigate(`/structures/${only}`)}>
          {kitT('kit.edit')}
        </SingleAction>
      )}
      {may('structures.addMachine') && (
        <SingleAction count={count} onAct={() => navigate(`/structures/${only}/show`)}>
          {t('structures.bulk.machines')}
        </SingleAction>
      )}
      {(['relate', 'unrelate'] as const).map((name) => (
        <button key={name} type="button" disabled={!may('structures.edit')} onClick={() => setOpen(name)}>
          {name === 'relate' && <Icon name="users" size={16} />}
          {t(`structures.bulk.${name}`)}
        </button>
      ))}
      <button
        type="button"
        disabled={!may('structures.delete') || isTooMany}
        title={isTooMany ? t('structures.bulk.tooMany', { max: structureLimits.pickListSize }) : undefined}
        onClick={() => setOpen('delete')}
      >
        <Icon name="trash" size={16} />
        {kitT('kit.delete')}
      </button>
      {open === 'delete' && going && (
        <DeleteStructures
          structures={going}
          onClose={() => setOpen(null)}
          onChosen={(choice) => {
            setOpen(null);
            ask(
              'structures.delete',
              choice,
              t('structures.remove.title', { smart_count: count, name: going[0]?.name ?? '' }),
            );
          }}
        />
      )}
      {(open === 'relate' || open === 'unrelate') && (
        <PeoplePicker
          title={t(`structures.bulk.${open}Title`, { smart_count: count })}
          submit={(users) => t(`structures.bulk.${open}Submit`, { smart_count: users })}
          path="/structures/people"
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
