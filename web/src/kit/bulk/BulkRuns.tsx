import { useQuery } from '@tanstack/react-query';
import { fetchRunning, openRunsKey } from './bulkCalls.ts';
import { useBulkT } from './messages.ts';
import { RunCard } from './RunCard.tsx';
import './bulkRuns.css';

/** Bulk actions at work and their results, on whatever page the person is; also after a reload in the middle. */
export function BulkRuns() {
  const t = useBulkT();
  const { data: open = [] } = useQuery({
    queryKey: openRunsKey,
    queryFn: fetchRunning,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  return (
    <section className="bulk-runs" aria-label={t('bulk.run.region')}>
      {open.map((one) => (
        <RunCard key={one.id} open={one} />
      ))}
    </section>
  );
}
