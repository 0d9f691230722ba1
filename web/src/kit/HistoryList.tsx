import { type HistoryEventView, type HistoryType, historyLimits } from '@fournil/contract/history/historyEvent';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { members } from './api.ts';
import { EventSentence } from './EventSentence.tsx';
import { Failed } from './Failed.tsx';
import { HistoryTools } from './HistoryTools.tsx';
import { useKitT } from './messages.ts';
import { When } from './When.tsx';
import './history.css';

export interface HistoryWish {
  type?: HistoryType;
  actor?: string;
}

interface HistoryListProps {
  /** The call that lists it; that of a thing can also be filtered by person and saved as a file. */
  path: string;
  /** The thing whose page this is: its own name is no link. */
  about?: string;
  /** Where the thing stands, for those who want its own time (GEN-07). */
  machine?: { timezone: string | null };
}

/** HIS-02: ten lines, and ten more for each "see more". */
export function HistoryList({ path, about, machine }: HistoryListProps) {
  const t = useKitT();
  const [wish, setWish] = useState<HistoryWish>({});
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['history', path, wish],
    queryFn: ({ pageParam, signal }) => members<HistoryEventView>(path, { ...wish, page: pageParam, itemsPerPage: historyLimits.firstLines }, signal),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (pages.length * historyLimits.moreLines < last.total ? pages.length + 1 : undefined),
  });
  if (error) return <Failed onRetry={() => void refetch()} />;
  const events = data?.pages.flatMap((page) => page.data);
  const isFiltered = Boolean(wish.type || wish.actor);
  if (events?.length === 0 && !isFiltered) return <p className="soft history__none">{t('kit.noHistory')}</p>;
  return (
    <>
      <HistoryTools path={path} wish={wish} onWish={setWish} />
      {events?.length === 0 && <p className="soft history__none">{t('kit.history.noneMatches')}</p>}
      <ul className="history" aria-busy={!events}>
        {events?.map((event) => (
          <li key={event.id}>
            <EventSentence event={event} {...(about ? { about } : {})} />
            <span className="soft">
              <When at={event.dateEvent} machine={machine} />
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
