import type { MachineView } from '@fournil/contract/machines/machine';
import { HistoryList } from '../../kit/history/HistoryList.tsx';

/** The history of the machine: actions of people and of the machine. */
export function MachineHistory({ machine }: { machine: MachineView }) {
  const of = `/history/machine/${machine.id}`;
  return <HistoryList path={`${of}/full`} people={`${of}/people`} about={machine.id} machine={machine} />;
}
