import { say } from '@fournil/contract/kit/words';
import { type MachineOccupation, machineOccupations, occupationWords } from '@fournil/contract/machines/activities';
import type { MachineView } from '@fournil/contract/machines/machine';
import { useQuery } from '@tanstack/react-query';
import { startOfDay, useDates } from '../kit/dates.ts';
import { Failed } from '../kit/Failed.tsx';
import { Icon } from '../kit/signs/Icon.tsx';
import { useNow } from '../kit/useNow.ts';
import { activitiesQuery } from './machineQueries.ts';
import { useT } from './messages.ts';
import { clip, programUse, type Span, secondsOf, spansOf } from './spans.ts';
import { useMachine } from './useMachine.ts';

const daysCounted = 30;
const dayMilliseconds = 86_400_000;
const programsShown = 12;
const heating: MachineOccupation[] = ['program', 'preheat', 'manual'];

const colours: Record<MachineOccupation, string> = {
  off: 'var(--hair)',
  ready: 'var(--line-control)',
  preheat: '#f6cc7f',
  program: '#e05131',
  wash: 'var(--steam)',
  diagnostic: 'var(--damper)',
  sleep: 'var(--away)',
  manual: '#ef834c',
};

/** MAC-03: what the machine's own reports add up to over thirty days. */
export function StatsTab() {
  const { data: machine } = useMachine();
  return machine && <Stats machine={machine} />;
}

function Stats({ machine }: { machine: MachineView }) {
  const t = useT();
  const dates = useDates(machine);
  const now = useNow(60_000);
  const today = startOfDay(now, dates.zone);
  const from = startOfDay(today - (daysCounted - 1) * dayMilliseconds + dayMilliseconds / 2, dates.zone);
  const { data: activities, error, refetch } = useQuery(activitiesQuery(machine.id, from, today + 2 * dayMilliseconds));
  if (error) return <Failed onRetry={() => void refetch()} />;
  if (!activities) return null;
  if (activities.length === 0) return <Soon />;
  const spans = clip(spansOf(activities, now), from, now);
  return (
    <div className="stats">
      <p className="soft stats__span">{t('machines.stats.span', { from: dates.date(from, 'day'), to: dates.date(now, 'day') })}</p>
      <HoursByUse spans={spans} machine={machine} />
      <ProgramsByUse spans={spans} />
      <BakesByDay spans={spans} from={from} machine={machine} />
    </div>
  );
}

interface Bar {
  name: string;
  value: number;
  text: string;
  colour: string;
}

/** Bars with their numbers beside them: the table is the chart. */
function Bars({ bars }: { bars: readonly Bar[] }) {
  const most = Math.max(...bars.map(({ value }) => value), 1);
  return (
    <table className="bars">
      <tbody>
        {bars.map(({ name, value, text, colour }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              <span
                className="bars__bar"
                style={{ width: `calc(${((value / most) * 100).toFixed(1)}% - 96px * ${(value / most).toFixed(3)})`, background: colour }}
              />
              <span>{text}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function HoursByUse({ spans, machine }: { spans: readonly Span[]; machine: MachineView }) {
  const t = useT();
  const { language, span } = useDates();
  const bars = machineOccupations
    .filter((occupation) => occupation !== 'off')
    .map((occupation) => {
      const value = secondsOf(spans.filter((one) => one.occupation === occupation));
      return { name: say(occupationWords[occupation], language), value, text: hoursText(value, span), colour: colours[occupation] };
    })
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value);
  const heated = secondsOf(spans.filter(({ occupation }) => heating.includes(occupation)));
  const power = machine.specifications?.energyKilowatts;
  return (
    <section>
      <h2>{t('machines.stats.hours')}</h2>
      <Bars bars={bars} />
      {power && heated > 0 && (
        <p className="soft">
          {t('machines.stats.energy', {
            energy: Math.round((power * heated) / 3600),
            hours: hoursText(heated, span),
            power,
          })}
        </p>
      )}
    </section>
  );
}

/** Hours also beyond a day: "52 h", not "2 d". */
function hoursText(seconds: number, span: (seconds: number) => string): string {
  return seconds >= 36_000 ? `${Math.round(seconds / 3600)} h` : span(seconds);
}

function ProgramsByUse({ spans }: { spans: readonly Span[] }) {
  const t = useT();
  const { span } = useDates();
  const uses = programUse(spans).slice(0, programsShown);
  return (
    <section>
      <h2>{t('machines.stats.programs')}</h2>
      {uses.length === 0 ? (
        <p className="soft">{t('machines.stats.noBake')}</p>
      ) : (
        <Bars
          bars={uses.map(({ name, times, seconds }) => ({
            name,
            value: times,
            text: `${t('machines.stats.times', { smart_count: times })} · ${hoursText(seconds, span)}`,
            colour: '#e05131',
          }))}
        />
      )}
    </section>
  );
}

/** One column a day; each says its day and its number. */
function BakesByDay({ spans, from, machine }: { spans: readonly Span[]; from: number; machine: MachineView }) {
  const t = useT();
  const dates = useDates(machine);
  const counts = Array.from({ length: daysCounted }, (_, index) => {
    const day = startOfDay(from + (index + 0.5) * dayMilliseconds, dates.zone);
    return { day, bakes: spans.filter((span) => span.occupation === 'program' && span.from >= day && span.from < day + dayMilliseconds).length };
  });
  const most = Math.max(...counts.map(({ bakes }) => bakes), 1);
  return (
    <section className="stats__wide">
      <h2>{t('machines.stats.days')}</h2>
      <ol className="columns">
        {counts.map(({ day, bakes }, index) => (
          <li key={day} title={`${dates.date(day, 'longDay')}: ${t('machines.history.bakes', { smart_count: bakes })}`}>
            <span className="columns__figure">{bakes > 0 && bakes}</span>
            <span className="columns__column" style={{ height: `${(bakes / most) * 96}px` }} />
            <span className="columns__day">
              <span className="unseen">{`${dates.date(day, 'longDay')}: ${t('machines.history.bakes', { smart_count: bakes })}`}</span>
              <span aria-hidden="true">{index % 3 === 2 && dates.date(day, 'shortDay')}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Soon() {
  const t = useT();
  return (
    <div className="empty">
      <Icon name="gauge" size={28} />
      <div>
        <h2>{t('machines.stats.soon')}</h2>
        <p>{t('machines.stats.soonHint')}</p>
      </div>
    </div>
  );
}
