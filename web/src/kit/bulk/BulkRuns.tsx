import { useRead } from '../../data/index.ts';
import { openRunsReading, useClosedRuns } from './bulkCalls.ts';
import { useBulkT } from './messages.ts';
import { RunCard } from './RunCard.tsx';
import './bulkRuns.css';

/** Running bulk actions and their results, shown on every page and also after a reload. */
export function BulkRuns() {
  const t = useBulkT();
  const { data: open = [] } = useRead(openRunsReading);
  const { isClosed } = useClosedRuns();
  return (
    <section className="bulk-runs" aria-label={t('bulk.run.region')}>
      {open
        .filter(({ id }) => !isClosed(id))
        .map((one) => (
          <RunCard key={one.id} open={one} />
        ))}
    </section>
  );
}
