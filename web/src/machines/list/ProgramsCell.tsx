import { type MachineView, machineLimits } from '@fournil/contract/machines/machine';
import { Fragment } from 'react';
import { useT } from '../messages.ts';

/** MAC-01: the first three programs and the number of others; in two lines on narrow screens. */
export function ProgramsCell({ machine: { programs, programCount } }: { machine: MachineView }) {
  const t = useT();
  if (programCount === 0) return <span className="soft">{t('machines.programs.none')}</span>;
  const names = programs
    .slice(0, machineLimits.programsInList)
    .map(({ name }) => name ?? t('machines.programs.restricted'));
  const more = programCount - names.length;
  const rest = more > 0 ? t('machines.programs.rest', { smart_count: more }) : '';
  return (
    <span className="programs" title={[...names, rest].filter(Boolean).join(' · ')}>
      <span className="programs__names clamp">
        {programs.slice(0, names.length).map(({ id }, index) => (
          <Fragment key={id}>
            {index > 0 && ' · '}
            <span>{names[index]}</span>
          </Fragment>
        ))}
      </span>
      {more > 0 && (
        <strong>
          <span aria-hidden="true">{t('machines.programs.more', { count: more })}</span>
          <span className="unseen">{rest}</span>
        </strong>
      )}
    </span>
  );
}
