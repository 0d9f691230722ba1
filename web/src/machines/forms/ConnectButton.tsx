import type { MachineView } from '@fournil/contract/machines/machine';
import { useNavigate } from 'react-router-dom';
import { useMay } from '../../kit/session/profile.ts';
import { useT } from '../messages.ts';
import { useConnect } from './useConnect.ts';
import '../machineWords.css';

/** MAC-01: opens the machine's pairing window and then the page that explains the next steps. */
export function ConnectButton({ machine }: { machine: MachineView }) {
  const t = useT();
  const may = useMay();
  const navigate = useNavigate();
  const { act, isPending } = useConnect(machine);
  if (machine.pairing.state === 'paired' || !may('machines.connect')) return null;
  const connect = () => act(undefined, { onSuccess: () => navigate(`/machines/${machine.id}/show`) });
  return (
    <button
      type="button"
      className="row-action"
      disabled={isPending}
      aria-label={`${t('machines.connect.action')} ${machine.name}`}
      onClick={connect}
    >
      {t('machines.connect.action')}
    </button>
  );
}
