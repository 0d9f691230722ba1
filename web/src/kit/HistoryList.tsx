import { type HistoryEventView, historyLimits } from '@fournil/contract/history/historyEvent';
import { useInfiniteQuery } from '@tanstack/react-query';
import { members } from './api.ts';
import { EventSentence } from './EventSentence.tsx';
import { Failed } from './Failed.tsx';
import { useKitT } from './messages.ts';
import { When } from './When.tsx';
import './history.css';

/** HIS-02: ten lines, and ten more for each "see more". */
export function HistoryList({ path }: { path: string }) {
  const t = useKitT();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['history', path],
    queryFn: ({ pageParam, signal }) => members<HistoryEventView>(path, { page: pageParam, itemsPerPage: historyLimits.firstLines }, signal),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (pages.length * historyLimits.moreLines < last.total ? pages.length + 1 : undefined),
  });
  if (error) return <Failed onRetry={() => void refetch()} />;
  const events = data?.pages.flatMap((page) => page.data);
  if (events?.length === 0) return <p className="soft history__none">{t('kit.noHistory')}</p>;
  return (
    <>
      <ul className="history" aria-busy={!events}>
        {events?.map((event) => (
          <li key={event.id}>
            <EventSentence event={event} />
            <span className="soft">
              <When at={event.dateEvent} />
            </span>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <button type="button" className="button button--small" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('kit.seeMore')}
        </button>
      )}
    </>
  );
}
