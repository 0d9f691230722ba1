import { countedItems } from '@fournil/contract/kit/hydra';
import { say } from '@fournil/contract/kit/words';
import { activityWords, endOf, type WashMode, washModes, washWords } from '@fournil/contract/machines/activities';
import type { ProgramMachineView } from '@fournil/contract/machines/installation';
import type { ActivityView, MachineView } from '@fournil/contract/machines/machine';
import { useEffect, useState } from 'react';
import { useRead } from '../../data/index.ts';
import { useDates } from '../../kit/format/dates.ts';
import { useTemperature } from '../../kit/format/temperature.ts';
import { Pages } from '../../kit/lists/Pager.tsx';
import { SelectFilter } from '../../kit/lists/SelectFilter.tsx';
import { Failed } from '../../kit/pages/Failed.tsx';
import { Icon } from '../../kit/signs/Icon.tsx';
import { logPageSize, logReading } from '../machineQueries.ts';
import { useT } from '../messages.ts';
import { type ActivityKind, activityKinds, iconOf, typesOf } from './activityKinds.ts';
import './activityList.css';

interface ActivityListProps {
  machine: MachineView;
  installations: readonly ProgramMachineView[];
  /** The chosen day, and the week around it. */
  day: Span;
  week: Span;
  now: number;
}

interface Span {
  from: number;
  to: number;
}

const reaches = ['day', 'week', 'ever'] as const;
type Reach = (typeof reaches)[number];

/** Activities, newest first, by pages; start and end of one are a single line with its duration. */
export function ActivityList({ machine, installations, day, week, now }: ActivityListProps) {
  const t = useT();
  const dates = useDates(machine);
  const [reach, setReach] = useState<Reach>('day');
  const [kind, setKind] = useState<ActivityKind>('all');
  const [program, setProgram] = useState('');
  const [page, setPage] = useState(1);
  const span = { day, week, ever: { from: 0, to: week.to } }[reach];
  const filters = JSON.stringify([span, kind, program]);
  // Other filters begin with their first page.
  useEffect(() => setPage(1), [filters]);
  const { data, error, refetch } = useRead(
    logReading(machine.id, { ...span, types: typesOf(program ? 'bakes' : kind), program: program || null, page }),
  );
  const hasMore = (data?.total ?? 0) > countedItems;
  const isFiltered = kind !== 'all' || program !== '';
  return (
    <section className="day">
      <div className="day__head">
        <h2 aria-live="polite">
          {reach === 'day' ? dates.date(day.from, 'longDay') : t(`machines.history.reach.${reach}`)}
        </h2>
        {data && (
          <span className="soft">
            {hasMore
              ? t('machines.history.moreEvents', { count: countedItems })
              : t('machines.history.events', { smart_count: data.total })}
          </span>
        )}
        <div className="chip-row">
          <Chips
            values={reaches}
            value={reach}
            textOf={(one) => t(`machines.history.reaches.${one}`)}
            onChoose={setReach}
          />
          <span className="day__between" aria-hidden="true" />
          <Chips
            values={activityKinds}
            value={kind}
            textOf={(one) => t(`machines.history.filters.${one}`)}
            onChoose={setKind}
          />
          <SelectFilter
            className="day__program"
            label={t('machines.history.program')}
            every={t('machines.history.everyProgram')}
            choices={installations.flatMap(({ program: { id, name } }) => (name ? [{ value: id, label: name }] : []))}
            value={program}
            onChoose={setProgram}
          />
        </div>
      </div>
      {error ? (
        <Failed onRetry={() => void refetch()} />
      ) : data?.data.length === 0 ? (
        <p className="soft day__none">
          {t(isFiltered ? 'machines.history.noneKind' : `machines.history.none.${reach}`)}
        </p>
      ) : (
        <ul aria-busy={!data} data-dated={reach !== 'day' || undefined}>
          {data?.data.map((activity) => (
            <ActivityLine key={activity.id} activity={activity} machine={machine} now={now} isDated={reach !== 'day'} />
          ))}
        </ul>
      )}
      {data && data.total > logPageSize && (
        <div className="day__pager">
          <Pages perPage={logPageSize} page={page} total={data.total} hasMore={hasMore} onGo={setPage} />
        </div>
      )}
    </section>
  );
}

interface ChipsProps<Value extends string> {
  values: readonly Value[];
  value: Value;
  textOf: (value: Value) => string;
  onChoose: (value: Value) => void;
}

function Chips<Value extends string>({ values, value, textOf, onChoose }: ChipsProps<Value>) {
  return values.map((one) => (
    <button key={one} type="button" className="chip" aria-pressed={value === one} onClick={() => onChoose(one)}>
      {textOf(one)}
    </button>
  ));
}

interface ActivityLineProps {
  activity: ActivityView;
  machine: MachineView;
  now: number;
  isDated: boolean;
}

function ActivityLine({ activity, machine, now, isDated }: ActivityLineProps) {
  const t = useT();
  const dates = useDates(machine);
  const isOpen = activity.end === null && endOf(activity.type) !== null && machine.now.since === activity.date;
  const seconds = (Date.parse(activity.end?.date ?? '') - Date.parse(activity.date)) / 1000;
  return (
    <li>
      <time dateTime={activity.date} title={dates.date(activity.date, 'exact')}>
        <strong>{dates.date(activity.date, isDated ? 'dayAndTime' : 'time')}</strong>
      </time>
      <span className={isOpen ? 'day__now' : 'soft'}>
        {isOpen
          ? `${t('machines.history.now')}, ${dates.span((now - Date.parse(activity.date)) / 1000)}`
          : activity.end && dates.span(seconds)}
      </span>
      <Icon name={iconOf(activity.type)} size={16} />
      <ActivityName activity={activity} />
      <span className="soft">
        {[
          activity.end?.mode === 'interrupted' && t('machines.history.interrupted'),
          activity.program && !activity.program.id && t('machines.history.ownProgram'),
          activity.program?.revision && t('machines.history.revision', { revision: activity.program.revision }),
          activity.program?.changed && t('machines.history.changed'),
          activity.clockWrong && t('machines.history.clockWrong'),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </li>
  );
}

function ActivityName({ activity: { type, program, mode } }: { activity: ActivityView }) {
  const { language } = useDates();
  const temperature = useTemperature();
  if (program) return <strong>{program.name}</strong>;
  const wash = washModes.find((one): one is WashMode => one === mode);
  const target =
    type.startsWith('Preheat') && mode !== null && /^\d+(\.\d+)?$/.test(mode) ? temperature.text(Number(mode)) : null;
  return (
    <strong>
      {[say(activityWords[type], language), wash && say(washWords[wash], language), target].filter(Boolean).join(', ')}
    </strong>
  );
}
