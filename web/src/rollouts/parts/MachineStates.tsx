import type { RolloutCounts, RolloutKindName, RolloutMachineState } from '@fournil/contract/rollouts/rollout';
import { type MachineUpdateState, machineUpdateStates } from '@fournil/contract/software-updates/machineUpdate';
import { useNumber } from '../../kit/useT.ts';
import { useRolloutT } from '../messages.ts';
import './machineStates.css';

/** The states of machines, the furthest first; unsuccessful ones last. */
const order = [
  'done',
  'restartPending',
  'installing',
  'downloading',
  'underway',
  'offered',
  'away',
  'outsideHours',
  'waiting',
  'rolledBack',
  'cancelling',
  'cancelled',
  'missed',
  'changed',
  'skipped',
  'failed',
] as const satisfies readonly RolloutMachineState[];

const ownStates = [
  'waiting',
  'outsideHours',
  'away',
  'underway',
  'done',
  'failed',
  'changed',
  'cancelled',
  'rolledBack',
] as const;

/** The states that a machine can have in a rollout of this kind; only the change of a setting has a time limit. */
export function statesOf(kind: RolloutKindName): readonly RolloutMachineState[] {
  if (kind === 'software') return machineUpdateStates;
  return kind === 'setting' ? [...ownStates, 'missed'] : ownStates;
}

type OwnState = (typeof ownStates)[number] | 'missed';

/** The words for a state, following their number. */
export function useStateWords(kind: RolloutKindName) {
  const t = useRolloutT();
  return (state: RolloutMachineState, count = 1): string =>
    kind === 'software'
      ? t(`rollouts.machineStates.${state as MachineUpdateState}`, { smart_count: count })
      : t(`rollouts.ownStates.${state as OwnState}`, { smart_count: count });
}

interface MachineStatesProps {
  counts: Partial<RolloutCounts>;
  label: string;
  kind: RolloutKindName;
}

/** The number of machines in each state, as a bar and as text below it. */
export function MachineStates({ counts, label, kind }: MachineStatesProps) {
  const number = useNumber();
  const words = useStateWords(kind);
  const known = statesOf(kind);
  const shown = order
    .map((state) => ({ state, count: counts[state] ?? 0 }))
    .filter(({ state, count }) => count > 0 && known.includes(state));
  return (
    <div className="counts">
      <div className="counts__bar" aria-hidden="true">
        {shown.map(({ state, count }) => (
          <span key={state} data-state={state} style={{ flexGrow: count }} />
        ))}
      </div>
      <ul aria-label={label}>
        {shown.map(({ state, count }) => (
          <li key={state}>
            <span className="counts__sample" data-state={state} aria-hidden="true" />
            <strong>{number(count)}</strong> {words(state, count)}
          </li>
        ))}
      </ul>
    </div>
  );
}
