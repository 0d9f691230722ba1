import { useListContext } from 'ra-core';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import { useT } from '../messages.ts';
import { useMachineCounts } from './useMachineCounts.ts';

const states = ['connected', 'failing', 'away', 'notPaired', 'notApproved'] as const;

/** The number of machines in each state. Zeros are left out, except for connected machines. */
export function MachineCountsLine() {
  const t = useT();
  const { filterValues } = useListContext();
  const counts = useMachineCounts(filterValues);
  if (!counts) return null;
  return (
    <ul className="machine-counts">
      {states
        .filter((state) => state === 'connected' || counts[state] > 0)
        .map((state) => (
          <li key={state} className="state">
            <StateSign sign={state} size={12} />
            {t(`machines.counts.${state}`, { smart_count: counts[state] })}
          </li>
        ))}
    </ul>
  );
}
