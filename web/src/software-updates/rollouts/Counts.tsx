import type { UpdateCounts } from '@fournil/contract/software-updates/softwareUpdate';
import { useNumber } from '../../kit/useT.ts';
import { useT } from '../messages.ts';

/** In the order in which a machine goes through them, what went wrong last. */
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

/** How many machines are in which state: as one bar, and in words and figures below it. */
export function Counts({ counts, label }: { counts: UpdateCounts; label: string }) {
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
