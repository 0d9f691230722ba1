import { say } from '@fournil/contract/kit/words';
import { machineOccupations, occupationWords } from '@fournil/contract/machines/activities';
import type { MachineStats } from '@fournil/contract/machines/stats';
import { Link } from 'react-router-dom';
import { useDates } from '../../kit/format/dates.ts';
import { rem } from '../../kit/rem.ts';
import { useMay } from '../../kit/session/profile.ts';
import { useT } from '../messages.ts';
import { occupationColours } from './statsParts.ts';
import { useHours } from './useHours.ts';

const programsShown = 12;

/** The hours of each kind of activity: a table with bars beside its numbers. */
export function HoursByUse({ stats }: { stats: MachineStats }) {
  const t = useT();
  const { language } = useDates();
  const hours = useHours();
  const bars = machineOccupations
    .map((occupation) => ({ occupation, value: stats.seconds[occupation] ?? 0 }))
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value);
  const most = Math.max(...bars.map(({ value }) => value), 1);
  return (
    <section>
      <h2>{t('machines.stats.hours')}</h2>
      <table className="bars">
        <caption className="unseen">{t('machines.stats.hours')}</caption>
        <tbody>
          {bars.map(({ occupation, value }) => (
            <tr key={occupation}>
              <th scope="row">{say(occupationWords[occupation], language)}</th>
              <td>
                <Bar share={value / most} colour={occupationColours[occupation]} />
                {hours(value)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Bar({ share, colour }: { share: number; colour: string }) {
  return (
    <span
      className="bars__bar"
      style={{ width: `calc((100% - ${rem(96)}) * ${share.toFixed(4)})`, background: colour }}
    />
  );
}

export function ProgramsByUse({ stats }: { stats: MachineStats }) {
  const t = useT();
  const hours = useHours();
  const uses = stats.programs.slice(0, programsShown);
  const most = Math.max(...uses.map(({ runs }) => runs), 1);
  return (
    <section>
      <h2>{t('machines.stats.programs')}</h2>
      {uses.length === 0 ? (
        <p className="soft">{t('machines.stats.noBake')}</p>
      ) : (
        <table className="uses">
          <thead>
            <tr>
              <th scope="col">{t('machines.stats.program')}</th>
              <th scope="col" className="number">
                {t('machines.stats.runs')}
              </th>
              <th scope="col" className="number uses__completed">
                {t('machines.stats.completed')}
              </th>
              <th scope="col" className="number">
                {t('machines.stats.interrupted')}
              </th>
              <th scope="col" className="number">
                {t('machines.stats.time')}
              </th>
            </tr>
          </thead>
          <tbody>
            {uses.map((use) => (
              <tr key={use.id ?? use.name}>
                <th scope="row">
                  <ProgramName use={use} />
                  <span className="uses__bar" style={{ width: `${((use.runs / most) * 100).toFixed(1)}%` }} />
                </th>
                <td className="number">{use.runs}</td>
                <td className="number uses__completed">{use.completed}</td>
                <td className="number" data-alarm={use.interrupted > 0 || undefined}>
                  {use.interrupted}
                </td>
                <td className="number">{hours(use.seconds)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function ProgramName({ use: { id, name } }: { use: MachineStats['programs'][number] }) {
  const may = useMay();
  return id && may('programs.show') ? <Link to={`/programs/${id}/show`}>{name}</Link> : name || '–';
}
