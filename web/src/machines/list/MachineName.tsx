import type { MachineView } from '@fournil/contract/machines/machine';
import { Link } from 'react-router-dom';
import { useMay } from '../../kit/session/profile.ts';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import { useT } from '../messages.ts';
import '../machineWords.css';

/**
 * With a red seal when approved, in blue with a dashed ring when not; a link for those who may open it. Approved names
 * are in ink, so that what is red in a list is a fault.
 */
export function MachineName({ machine }: { machine: Pick<MachineView, 'id' | 'name' | 'approved'> }) {
  const t = useT();
  const may = useMay();
  const className = `machine-name ${machine.approved ? '' : 'name--unapproved'}`;
  const content = (
    <>
      <StateSign sign={machine.approved ? 'approved' : 'unapproved'} />
      <span className="machine-name__text clamp" title={machine.name}>
        {machine.name}
      </span>
      <span className="unseen"> {t(machine.approved ? 'machines.seal.approved' : 'machines.seal.unapproved')}</span>
    </>
  );
  return may('machines.show') ? (
    <Link className={className} to={`/machines/${machine.id}/show`}>
      {content}
    </Link>
  ) : (
    <span className={className}>{content}</span>
  );
}
