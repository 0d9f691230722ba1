import { dayMilliseconds } from '@fournil/contract/kit/durations';
import { dateAfter, dateOf, startOfDate } from '@fournil/contract/kit/zones';
import type { MachineView } from '@fournil/contract/machines/machine';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useRead } from '../../data/index.ts';
import { useDates } from '../../kit/format/dates.ts';
import { useNow } from '../../kit/format/useNow.ts';
import { RecordHistory } from '../../kit/history/RecordHistory.tsx';
import { Failed } from '../../kit/pages/Failed.tsx';
import { useRecordOfAddress } from '../../kit/pages/useRecordOfAddress.ts';
import { May } from '../../kit/session/May.tsx';
import { Icon } from '../../kit/signs/Icon.tsx';
import { activitiesReading, faultsReading, installationsReading } from '../machineQueries.ts';
import { useT } from '../messages.ts';
import { ActivityList } from './ActivityList.tsx';
import { DayRibbon } from './DayRibbon.tsx';
import { ExtractButton } from './ExtractButton.tsx';
import { spansOf } from './spans.ts';

const daysShown = 7;

/** Seven days on one axis, and the list of the day that is chosen. */
export function HistoryTab() {
  const { data: machine } = useRecordOfAddress<MachineView>('machines');
  return machine && <Week machine={machine} />;
}

function Week({ machine }: { machine: MachineView }) {
  const t = useT();
  const dates = useDates(machine);
  const now = useNow(60_000);
  const [weeksBack, setWeeksBack] = useState(0);
  const [chosen, setChosen] = useState(daysShown - 1);
  const lastDate = dateAfter(dateOf(now, dates.zone), -weeksBack * daysShown);
  const days = Array.from({ length: daysShown }, (_, index) =>
    startOfDate(dateAfter(lastDate, index - daysShown + 1), dates.zone),
  );
  const from = days[0] ?? now;
  const to = startOfDate(dateAfter(lastDate), dates.zone);
  // From one day earlier, to include activities that began on the evening before.
  const { data: activities, error, refetch } = useRead(activitiesReading(machine.id, from - dayMilliseconds, to));
  const { data: errors = [] } = useRead(faultsReading(machine.id));
  const { data: installations = [] } = useRead(installationsReading(machine.id));
  if (error && !activities) return <Failed onRetry={() => void refetch()} />;
  const spans = spansOf(activities ?? [], Math.min(now, to));
  const dayFrom = days[chosen] ?? from;
  const dayTo = days[chosen + 1] ?? to;
  return (
    <section className="week" aria-busy={!activities}>
      <div className="week__head">
        <button
          type="button"
          className="icon-button icon-button--bare"
          aria-label={t('machines.history.previous')}
          onClick={() => setWeeksBack(weeksBack + 1)}
        >
          <Icon name="left" />
        </button>
        <h2>
          {t('machines.history.range', {
            from: dates.date(from, 'longDay'),
            to: dates.date(days.at(-1) ?? from, 'longDay'),
          })}
        </h2>
        <button
          type="button"
          className="icon-button icon-button--bare"
          disabled={weeksBack === 0}
          aria-label={t('machines.history.next')}
          onClick={() => setWeeksBack(weeksBack - 1)}
        >
          <Icon name="right" />
        </button>
        <span className="soft">{t('machines.history.zone', { zone: dates.zone })}</span>
        <Link className="link" to={`/machines/${machine.id}/contents`}>
          {t('machines.contents.open')}
        </Link>
        <May act="machines.extract">
          <ExtractButton machine={machine} kind="activities" />
        </May>
      </div>
      <DayRibbon
        days={days}
        end={to}
        now={now}
        spans={spans}
        faults={errors.map(({ dateStart }) => Date.parse(dateStart))}
        phaseGroupsOf={(id) => installations.find(({ program }) => program.id === id)?.program.phaseGroups}
        machine={machine}
        chosen={chosen}
        onChoose={setChosen}
      />
      <ActivityList
        machine={machine}
        installations={installations}
        day={{ from: dayFrom, to: dayTo }}
        week={{ from, to }}
        now={now}
      />
      <May act="machines.history">
        <section className="week__acts">
          <h2>{t('machines.activity.title')}</h2>
          <RecordHistory of="machine" id={machine.id} machine={machine} />
        </section>
      </May>
    </section>
  );
}
