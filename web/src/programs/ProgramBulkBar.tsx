import type { ProgramView } from '@fournil/contract/programs/program';
import { useListContext } from 'ra-core';
import { useState } from 'react';
import { call } from '../kit/api.ts';
import { BulkBar } from '../kit/bulk/BulkBar.tsx';
import { useBulkVerbs } from '../kit/bulk/useBulkVerbs.tsx';
import { useSelected } from '../kit/bulk/useSelected.ts';
import { useKitT } from '../kit/messages.ts';
import { useMay } from '../kit/profile.ts';
import { Icon } from '../kit/signs/Icon.tsx';
import { DeletePrograms } from './DeletePrograms.tsx';
import { InstallPrograms } from './InstallPrograms.tsx';
import { useT } from './messages.ts';

const switches = [
  { name: 'approve', approved: true },
  { name: 'unapprove', approved: false },
] as const;

/** BLK-01: what can be done with the selected programs. */
export function ProgramBulkBar() {
  const t = useT();
  const kitT = useKitT();
  const may = useMay();
  const { total = 0, selectedIds } = useListContext<ProgramView>();
  const { selected } = useSelected<ProgramView>();
  const { apply, isShown, isRunning, outcome } = useBulkVerbs(selected, ['programs', 'home', 'programMachines']);
  const [open, setOpen] = useState<'machines' | 'delete' | null>(null);
  if (!isShown) return null;
  const remove = () => {
    setOpen(null);
    apply({
      label: kitT('kit.delete'),
      act: (id) => call(`/programs/${id}`, { method: 'DELETE' }),
      done: (count) => t('resources.programs.remove.done', { smart_count: count }),
    });
  };
  return (
    <BulkBar
      label={t('resources.programs.bulk.label')}
      counter={t('resources.programs.select.counter', { selected: selectedIds.length, total })}
      clear={t('resources.programs.select.clear')}
    >
      {switches.map(({ name, approved }) => (
        <button
          key={name}
          type="button"
          disabled={!may('programs.approve') || isRunning}
          onClick={() =>
            apply({
              label: t(`resources.programs.bulk.${name}`),
              act: (id) => call(`/programs/${id}`, { method: 'PUT', body: { approved } }),
              done: (count) => t('resources.programs.bulk.allDone', { smart_count: count }),
            })
          }
        >
          {t(`resources.programs.bulk.${name}`)}
        </button>
      ))}
      <button type="button" disabled={!may('programMachines.create') || selected.length === 0} onClick={() => setOpen('machines')}>
        <Icon name="machines" size={16} />
        {t('resources.programs.bulk.machines')}
      </button>
      <button type="button" disabled={!may('programs.delete') || selected.length === 0} onClick={() => setOpen('delete')}>
        <Icon name="trash" size={16} />
        {t('resources.programs.bulk.delete')}
      </button>
      {open === 'machines' && <InstallPrograms programs={selected} onClose={() => setOpen(null)} />}
      {open === 'delete' && <DeletePrograms programs={selected} onClose={() => setOpen(null)} onConfirm={remove} />}
      {outcome}
    </BulkBar>
  );
}
