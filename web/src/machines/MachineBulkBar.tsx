import type { MachineUpdate, MachineView } from '@fournil/contract/machines/machine';
import { useListContext, useNotify } from 'ra-core';
import { useState } from 'react';
import { call, members } from '../kit/api.ts';
import { BulkBar } from '../kit/bulk/BulkBar.tsx';
import { useBulkVerbs } from '../kit/bulk/useBulkVerbs.tsx';
import { useSelected } from '../kit/bulk/useSelected.ts';
import { useMay } from '../kit/profile.ts';
import { Icon } from '../kit/signs/Icon.tsx';
import { useTranslatedError } from '../kit/useTranslatedError.ts';
import { InstallDialog } from './InstallDialog.tsx';
import { useT } from './messages.ts';

const mostSelected = 500;

type SwitchName = 'approve' | 'unapprove' | 'activate' | 'deactivate';
const switches: { name: SwitchName; right: 'machines.approve' | 'machines.activate'; update: Pick<MachineUpdate, 'approved' | 'active'> }[] = [
  { name: 'approve', right: 'machines.approve', update: { approved: true } },
  { name: 'unapprove', right: 'machines.approve', update: { approved: false } },
  { name: 'activate', right: 'machines.activate', update: { active: true } },
  { name: 'deactivate', right: 'machines.activate', update: { active: false } },
];

/** BLK-01: what can be done with the selected machines; each button by the policy. */
export function MachineBulkBar() {
  const t = useT();
  const may = useMay();
  const { selectedIds, total = 0 } = useListContext<MachineView>();
  const { selected, see } = useSelected<MachineView>();
  const { apply, isShown, isRunning, outcome } = useBulkVerbs(selected, ['machines', 'machineCounts', 'home']);
  const [isInstalling, setInstalling] = useState(false);
  if (!isShown) return null;
  return (
    <BulkBar
      label={t('machines.bulk.label')}
      counter={t('machines.select.counter', { selected: selectedIds.length, total })}
      clear={t('machines.select.clear')}
      more={<SelectAll onSeen={see} />}
    >
      <button type="button" disabled={!may('programMachines.create')} onClick={() => setInstalling(true)}>
        <Icon name="programs" size={16} />
        {t('machines.bulk.programs')}
      </button>
      {switches.map(({ name, right, update }) => (
        <button
          key={name}
          type="button"
          disabled={!may(right) || isRunning}
          onClick={() =>
            apply({
              label: t(`machines.bulk.${name}`),
              act: (id) => call(`/machines/${id}`, { method: 'PUT', body: update }),
              done: (count) => t('machines.bulk.allDone', { smart_count: count }),
            })
          }
        >
          {t(`machines.bulk.${name}`)}
        </button>
      ))}
      {isInstalling && <InstallDialog machines={selected} onClose={() => setInstalling(false)} />}
      {outcome}
    </BulkBar>
  );
}

/** All that match, not only the page. */
function SelectAll({ onSeen }: { onSeen: (machines: readonly MachineView[]) => void }) {
  const t = useT();
  const notify = useNotify();
  const errorText = useTranslatedError();
  const { selectedIds, total = 0, filterValues, onSelect } = useListContext<MachineView>();
  if (selectedIds.length >= Math.min(total, mostSelected)) return null;
  const selectAll = async () => {
    try {
      const all = await members<MachineView>('/machines', { ...filterValues, 'order[name]': 'asc', page: 1, itemsPerPage: mostSelected });
      onSeen(all.data);
      onSelect(all.data.map(({ id }) => id));
    } catch (error) {
      notify(errorText(error), { type: 'warning' });
    }
  };
  return (
    <button type="button" className="bulk-bar__all" onClick={() => void selectAll()}>
      {total > mostSelected ? t('machines.select.most', { total: mostSelected }) : t('machines.select.all', { total })}
    </button>
  );
}
