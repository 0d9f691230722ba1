import { useRead } from '../../data/index.ts';
import { openRunsReading } from './bulkCalls.ts';
import { useBulkT } from './messages.ts';
import { RunCard } from './RunCard.tsx';
import './bulkRuns.css';

/** Running bulk actions and their results, shown on every page and also after a reload. */
export function BulkRuns() {
  const t = useBulkT();
  const { data: open = [] } = useRead(openRunsReading);
  return (
    <section className="bulk-runs" aria-label={t('bulk.run.region')}>
      {open.map((one) => (
        <RunCard key={one.id} open={one} />
      ))}
    </section>
  );
}
