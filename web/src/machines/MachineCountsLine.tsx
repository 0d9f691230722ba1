import { useListContext } from 'ra-core';
import { StateSign } from '../kit/signs/StateSign.tsx';
import { useT } from './messages.ts';
import { useMachineCounts } from './useMachineCounts.ts';

/** How the machines of this list are. */
export function MachineCountsLine() {
  const t = useT();
  const { filterValues } = useListContext();
  const counts = useMachineCounts(filterValues);
  if (!counts) return null;
  return (
    <ul className="machine-counts">
      {(['connected', 'failing', 'away', 'notApproved'] as const).map((state) => (
        <li key={state} className="state">
          <StateSign sign={state} size={12} />
          {t(`machines.counts.${state}`, { smart_count: counts[state] })}
        </li>
      ))}
    </ul>
  );
}
