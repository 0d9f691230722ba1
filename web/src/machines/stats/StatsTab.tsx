import { dateAfter, dateOf, startOfDate } from '@fournil/contract/kit/zones';
import type { MachineView } from '@fournil/contract/machines/machine';
import { useState } from 'react';
import { useRead } from '../../data/index.ts';
import { useDates } from '../../kit/format/dates.ts';
import { useNow } from '../../kit/format/useNow.ts';
import { Failed } from '../../kit/pages/Failed.tsx';
import { useRecordOfAddress } from '../../kit/pages/useRecordOfAddress.ts';
import { Icon } from '../../kit/signs/Icon.tsx';
import { statsReading } from '../machineQueries.ts';
import { useT } from '../messages.ts';
import { DayCharts, ErrorsByMonth } from './StatsCharts.tsx';
import { HoursByUse, ProgramsByUse } from './StatsTables.tsx';
import './stats.css';
import { EmptyState } from '../../kit/pages/EmptyState.tsx';

const spans = [7, 30, 90, 365] as const;

/** MAC-03: statistics of the machine's reports, summed by the server. */
export function StatsTab() {
  const { data: machine } = useRecordOfAddress<MachineView>('machines');
  return machine && <Stats machine={machine} />;
}

function Stats({ machine }: { machine: MachineView }) {
  const t = useT();
  const dates = useDates(machine);
  const now = useNow(60_000);
  const [days, setDays] = useState<(typeof spans)[number]>(30);
  const today = dateOf(now, dates.zone);
  const {
    data: stats,
    error,
    refetch,
  } = useRead(statsReading(machine.id, startOfDate(dateAfter(today, 1 - days), dates.zone)));
  if (error && !stats) return <Failed onRetry={() => void refetch()} />;
  if (!stats) return <p className="stats__loading" aria-busy="true" />;
  if (!stats.hasReports) return <Soon />;
  return (
    <div className="stats">
      <div className="stats__head">
        <fieldset className="chip-row">
          <legend className="unseen">{t('machines.extract.period')}</legend>
          {spans.map((one) => (
            <button key={one} type="button" className="chip" aria-pressed={one === days} onClick={() => setDays(one)}>
              {t('machines.stats.lastDays', { days: one })}
            </button>
          ))}
        </fieldset>
        <p className="soft">
          {t('machines.stats.span', { from: dates.date(stats.from, 'day'), to: dates.date(stats.to, 'day') })} ·{' '}
          {t('machines.history.zone', { zone: stats.zone })}
        </p>
      </div>
      <DayCharts stats={stats} machine={machine} />
      <HoursByUse stats={stats} />
      <ProgramsByUse stats={stats} />
      <ErrorsByMonth stats={stats} machine={machine} />
    </div>
  );
}

function Soon() {
  const t = useT();
  return (
    <EmptyState
      sign={<Icon name="gauge" size={28} />}
      title={t('machines.stats.soon')}
      body={t('machines.stats.soonHint')}
    />
  );
}
