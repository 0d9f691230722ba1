import { say } from '@fournil/contract/kit/words';
import { type ActivityType, activityWords, endOf, type WashMode, washModes, washWords } from '@fournil/contract/machines/activities';
import type { ActivityView, MachineView } from '@fournil/contract/machines/machine';
import { useState } from 'react';
import { useDates } from '../kit/dates.ts';
import { Icon, type IconName } from '../kit/signs/Icon.tsx';
import { useT } from './messages.ts';

type Kind = 'bakes' | 'care' | 'power';
const filters = ['all', 'bakes', 'care', 'power'] as const;

interface ActivityListProps {
  machine: MachineView;
  activities: readonly ActivityView[];
  from: number;
  to: number;
  now: number;
}

/** What happened on one day, newest first; what has an end is one line with how long it lasted. */
export function ActivityList({ machine, activities, from, to, now }: ActivityListProps) {
  const t = useT();
  const dates = useDates(machine);
  const [filter, setFilter] = useState<(typeof filters)[number]>('all');
  const lines = linesOf(activities).filter(({ activity }) => Date.parse(activity.date) >= from && Date.parse(activity.date) < to);
  const shown = lines.filter(({ activity }) => filter === 'all' || kindOf(activity.type) === filter).reverse();
  return (
    <section className="day">
      <div className="day__head">
        <h2 aria-live="polite">{dates.date(from, 'longDay')}</h2>
        <span className="soft">{t('machines.history.events', { smart_count: lines.length })}</span>
        <div className="day__filters">
          {filters.map((one) => (
            <button key={one} type="button" className="chip" aria-pressed={filter === one} onClick={() => setFilter(one)}>
              {t(`machines.history.filters.${one}`)}
            </button>
          ))}
        </div>
      </div>
      {shown.length === 0 ? (
        <p className="soft day__none">{t(lines.length === 0 ? 'machines.history.none' : 'machines.history.noneKind')}</p>
      ) : (
        <ul>
          {shown.map((line) => (
            <ActivityLine key={line.activity.id} line={line} machine={machine} now={now} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface Line {
  activity: ActivityView;
  end: ActivityView | null;
  isOpen: boolean;
}

function ActivityLine({ line: { activity, end, isOpen }, machine, now }: { line: Line; machine: MachineView; now: number }) {
  const t = useT();
  const dates = useDates(machine);
  const started = Date.parse(activity.date);
  const seconds = ((end ? Date.parse(end.date) : now) - started) / 1000;
  const hasLength = end !== null || isOpen;
  return (
    <li>
      <time dateTime={activity.date} title={dates.date(activity.date, 'exact')}>
        <strong>{dates.date(activity.date, 'time')}</strong>
      </time>
      <span className={isOpen ? 'day__now' : 'soft'}>{isOpen ? t('machines.history.now') : hasLength && dates.span(seconds)}</span>
      <Icon name={iconOf(activity.type)} size={16} />
      <ActivityName activity={activity} />
      <span className="soft">{activity.program && !activity.program.id ? t('machines.history.ownProgram') : ''}</span>
    </li>
  );
}

function ActivityName({ activity: { type, program, mode } }: { activity: ActivityView }) {
  const { language } = useDates();
  if (program) return <strong>{program.name}</strong>;
  const wash = washModes.find((one): one is WashMode => one === mode);
  return (
    <strong>
      {say(activityWords[type], language)}
      {wash && `, ${say(washWords[wash], language)}`}
    </strong>
  );
}

/** Each start with its end; ends that have their start in sight are no line of their own. */
function linesOf(activities: readonly ActivityView[]): Line[] {
  const taken = new Set<string>();
  const lines: Line[] = [];
  activities.forEach((activity, index) => {
    if (taken.has(activity.id)) return;
    const endType = endOf(activity.type);
    const end = endType ? (activities.slice(index + 1).find(({ type }) => type === endType) ?? null) : null;
    if (end) taken.add(end.id);
    lines.push({ activity, end, isOpen: endType !== null && end === null && index >= activities.length - 2 });
  });
  return lines;
}

function kindOf(type: ActivityType): Kind {
  if (/^(Program|Manual|Preheat)/.test(type)) return 'bakes';
  return /^(Wash|Diagnostic)/.test(type) ? 'care' : 'power';
}

function iconOf(type: ActivityType): IconName {
  if (type.startsWith('Program')) return 'programs';
  if (type.startsWith('Preheat')) return 'flame';
  if (type.startsWith('Wash')) return 'drop';
  if (type.startsWith('Diagnostic')) return 'gauge';
  if (type.startsWith('Manual')) return 'hand';
  return type.includes('Sleep') ? 'moon' : 'power';
}
