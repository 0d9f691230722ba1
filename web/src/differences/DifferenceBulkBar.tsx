import type { ProgramMachineView } from '@fournil/contract/machines/installation';
import { useListContext } from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import { BulkBar } from '../kit/bulk/BulkBar.tsx';
import { useBulk } from '../kit/bulk/useBulk.tsx';
import { useBulkSelection } from '../kit/bulk/useBulkSelection.ts';
import { useMay } from '../kit/session/profile.ts';
import { AdoptDialog } from './AdoptDialog.tsx';
import { KeepDialog } from './KeepDialog.tsx';
import { useT } from './messages.ts';

/** What the differences of which the page shows a part have in common, besides the filters in the address. */
const always = { changed: true };

/** MNU-02, BLK-01: decides on the selected differences; what the reader may not do is not shown. */
export function DifferenceBulkBar() {
  const t = useT();
  const may = useMay();
  const { filterValues, total = 0, data, selectedIds } = useListContext<ProgramMachineView>();
  const seen = seenOf(data, selectedIds);
  useUnselectDecided();
  const selected = useBulkSelection({ filters: { ...filterValues, ...always }, total });
  const { ask, dialog, isPending } = useBulk(selected.selection);
  const [open, setOpen] = useState<'keep' | 'adopt' | null>(null);
  const close = () => setOpen(null);
  if (selected.count === 0) return null;
  const keepTitle = t('differences.keep.several', { smart_count: selected.count });
  return (
    <BulkBar label={t('differences.act.label')} selected={selected}>
      {may('programMachines.edit') && (
        <>
          <button
            type="button"
            disabled={isPending}
            onClick={() => ask('programMachines.restore', { reason: null, ...seen }, t('differences.act.restore'))}
          >
            {t('differences.act.restore')}
          </button>
          <button type="button" disabled={isPending} onClick={() => setOpen('keep')}>
            {t('differences.act.keep')}
          </button>
        </>
      )}
      {may('programMachines.adopt') && (
        <button type="button" disabled={isPending} onClick={() => setOpen('adopt')}>
          {t('differences.act.adopt')}
        </button>
      )}
      {open === 'keep' && (
        <KeepDialog
          title={keepTitle}
          isPending={isPending}
          onKeep={(kept) => {
            close();
            ask('programMachines.keep', { ...kept, ...seen }, keepTitle);
          }}
          onClose={close}
        />
      )}
      {open === 'adopt' && (
        <AdoptDialog
          title={t('differences.adopt.several', { smart_count: selected.count })}
          programId={null}
          isPending={isPending}
          onAdopt={(reason) => {
            close();
            ask(
              'programMachines.adopt',
              { reason, ...seen },
              t('differences.act.adopt'),
              t('differences.adopt.oneEach'),
            );
          }}
          onClose={close}
        />
      )}
      {dialog}
    </BulkBar>
  );
}

/**
 * The newest of the selected changes, where all are on the page: what an oven reports later nobody has seen, and it is
 * not decided with them.
 */
function seenOf(rows: readonly ProgramMachineView[] | undefined, selectedIds: readonly string[]) {
  const selected = rows?.filter(({ id }) => selectedIds.includes(id)) ?? [];
  if (selected.length === 0 || selected.length < selectedIds.length) return {};
  return {
    seenAt: selected
      .map(({ since }) => since)
      .sort()
      .at(-1),
  };
}

/** A difference that somebody has decided leaves the list; where all of it is on the page, it is unselected, too. */
function useUnselectDecided(): void {
  const { data, total, selectedIds, onSelect } = useListContext<{ id: string }>();
  const isWhole = data !== undefined && data.length === total;
  const left = isWhole ? selectedIds.filter((id) => data.some((row) => row.id === id)) : selectedIds;
  const select = useRef(() => {});
  select.current = () => onSelect(left);
  const isGone = left.length < selectedIds.length;
  useEffect(() => {
    if (isGone) select.current();
  }, [isGone]);
}
