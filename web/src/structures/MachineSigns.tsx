import type { StructureView } from '@fournil/contract/structures/structure';
import { FleetSigns } from '../kit/signs/FleetSigns.tsx';
import { useT } from './messages.ts';
import './machineSigns.css';

const perLine = 21;
const worstFirst = ['failing', 'away', 'notApproved'] as const;

/** One sign for each machine, and the problems as text; as a column of a table, or on a line of its own. */
export function MachineSigns({
  structure: { machineStates, nbMachine },
  isAlone = false,
}: {
  structure: StructureView;
  isAlone?: boolean;
}) {
  const t = useT();
  const troubles = worstFirst.filter((state) => machineStates[state] > 0);
  if (nbMachine === 0) return isAlone ? null : <span className="soft">–</span>;
  return (
    <span className="machine-signs">
      <FleetSigns
        counts={machineStates}
        perLine={isAlone ? Math.min(perLine, nbMachine) : perLine}
        most={perLine * 2}
      />
      <span className="machine-signs__words">
        {troubles.length === 0 && <span className="soft">{t('structures.fine')}</span>}
        {troubles.map((state) => (
          <span key={state} className={`machine-signs__${state}`}>
            {t(`structures.${state}`, { smart_count: machineStates[state] })}
          </span>
        ))}
      </span>
    </span>
  );
}
