import type { MachineView } from '@fournil/contract/machines/machine';
import { useNotify } from 'ra-core';
import { useMay } from '../kit/session/profile.ts';
import { useT } from './messages.ts';
import { useMachineSwitch } from './useMachineSwitch.ts';
import './machineWords.css';

export function ApproveButton({ machine }: { machine: MachineView }) {
  const t = useT();
  const may = useMay();
  const notify = useNotify();
  const { mutate, isPending } = useMachineSwitch(machine);
  if (!may('machines.approve')) return null;
  const approve = () =>
    mutate(
      { approved: true },
      { onSuccess: () => notify(t('machines.approved', { name: machine.name }), { type: 'success' }) },
    );
  return (
    <button
      type="button"
      className="row-action"
      disabled={isPending}
      aria-label={`${t('machines.approve')} ${machine.name}`}
      onClick={approve}
    >
      {t('machines.approve')}
    </button>
  );
}
