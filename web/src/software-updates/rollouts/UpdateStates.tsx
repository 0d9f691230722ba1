import type { UpdateCounts } from '@fournil/contract/software-updates/softwareUpdate';
import { useNumber } from '../../kit/useT.ts';
import { useT } from '../messages.ts';

/** The states of machines, the furthest first; unsuccessful ones last. */
const order = [
  'done',
  'restartPending',
  'installing',
  'downloading',
  'offered',
  'waiting',
  'cancelled',
  'skipped',
  'failed',
] as const satisfies readonly (keyof UpdateCounts)[];

/** The number of machines in each state, as a bar and as text below it. */
export function UpdateStates({ counts, label }: { counts: UpdateCounts; label: string }) {
  const t = useT();
  const number = useNumber();
  const shown = order.filter((state) => counts[state] > 0);
  return (
    <div className="counts">
      <div className="counts__bar" aria-hidden="true">
        {shown.map((state) => (
          <span key={state} data-state={state} style={{ flexGrow: counts[state] }} />
        ))}
      </div>
      <ul aria-label={label}>
        {shown.map((state) => (
          <li key={state}>
            <span className="counts__sample" data-state={state} aria-hidden="true" />
            <strong>{number(counts[state])}</strong> {t(`updates.states.${state}`, { smart_count: counts[state] })}
          </li>
        ))}
      </ul>
    </div>
  );
}
