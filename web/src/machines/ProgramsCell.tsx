import { type MachineView, machineLimits } from '@fournil/contract/machines/machine';
import { useT } from './messages.ts';

/** The first three programs and how many more; the third may end in an ellipsis, the number stays. */
export function ProgramsCell({ machine: { programs, programCount } }: { machine: MachineView }) {
  const t = useT();
  if (programCount === 0) return <span className="soft">{t('machines.programs.none')}</span>;
  const names = programs.slice(0, machineLimits.programsInList).map(({ name }) => name ?? t('machines.programs.restricted'));
  const more = programCount - names.length;
  const rest = more > 0 ? t('machines.programs.rest', { smart_count: more }) : '';
  return (
    <span className="programs" title={[...names, rest].filter(Boolean).join(' · ')}>
      <span className="programs__names">{names.join(' · ')}</span>
      {more > 0 && (
        <strong>
          <span aria-hidden="true">{t('machines.programs.more', { count: more })}</span>
          <span className="unseen">{rest}</span>
        </strong>
      )}
    </span>
  );
}
