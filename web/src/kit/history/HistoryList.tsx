import { type HistoryEventView, historyLimits } from '@fournil/contract/history/historyEvent';
import { growingListLimits } from '@fournil/contract/kit/growingList';
import { useState } from 'react';
import { type Query, useReadPages } from '../../data/index.ts';
import { useDates } from '../format/dates.ts';
import { When } from '../format/When.tsx';
import { useKitT } from '../messages.ts';
import { Failed } from '../pages/Failed.tsx';
import { EventDetails } from './EventDetails.tsx';
import { EventSentence } from './EventSentence.tsx';
import { HistoryTools } from './HistoryTools.tsx';
import type { HistoryWish } from './historyWish.ts';
import './history.css';
import { SeeMore } from '../lists/SeeMore.tsx';

interface HistoryListProps {
  /** The path of the call that lists the events; with `.csv` appended it returns them as a file. */
  path: string;
  /** Fixed filters of the page, beside those that the reader chooses. */
  fixed?: Query;
  /** The call that lists the people who occur in the history, for a filter by person. */
  people?: string;
  /** The record of this page: its own name is no link. */
  about?: string;
  /** The machine of the page, for readers who prefer the machine's timezone (GEN-07). */
  machine?: { timezone: string | null };
  /** All activity (AUD-01): more filters, the structure, and from where each call came. */
  isWhole?: boolean;
  /** The reader's filters, when the page stores them. */
  wish?: HistoryWish;
  onWish?: (wish: HistoryWish) => void;
}

/** An instant to the minute, for comparison; seconds and zone are in the tooltip. */
function Moment({ at }: { at: string }) {
  const dates = useDates();
  return (
    <time dateTime={at} title={dates.date(at, 'exact')}>
      {dates.date(at, 'dayAndTime')}
    </time>
  );
}

/** HIS-02: ten lines, and ten more for each "see more"; thirty of all activity. */
export function HistoryList({ path, fixed = {}, people, about, machine, isWhole = false, ...kept }: HistoryListProps) {
  const t = useKitT();
  const [ownWish, setOwnWish] = useState<HistoryWish>({});
  const wish = kept.wish ?? ownWish;
  const setWish = kept.onWish ?? setOwnWish;
  const lines = isWhole ? historyLimits.allActivityLines : growingListLimits.entries;
  const query = { ...fixed, ...wish };
  const pages = useReadPages<HistoryEventView>({ about: 'history', path, query }, lines);
  const { data, error, refetch } = pages;
  const events = data?.pages.flatMap((page) => page.data);
  const isFiltered = Object.keys(wish).length > 0;
  if (events?.length === 0 && !isFiltered) return <p className="soft history__none">{t('kit.noHistory')}</p>;
  return (
    <>
      <HistoryTools path={path} query={query} people={people} isWhole={isWhole} wish={wish} onWish={setWish} />
      {error && (
        <Failed error={error} onRetry={() => void refetch()} {...(isFiltered ? { onWhole: () => setWish({}) } : {})} />
      )}
      {events?.length === 0 && <p className="soft history__none">{t('kit.history.noneMatches')}</p>}
      <ul className={isWhole ? 'history history--whole' : 'history'} aria-busy={!events && !error}>
        {events?.map((event) => (
          <li key={event.id} data-refused={event.refusal ? true : undefined}>
            <div>
              <EventSentence event={event} {...(about ? { about } : {})} />
              <EventDetails event={event} withOrigin={isWhole} />
            </div>
            <span className="soft">
              {isWhole ? <Moment at={event.dateEvent} /> : <When at={event.dateEvent} machine={machine} />}
            </span>
          </li>
        ))}
      </ul>
      <SeeMore pages={pages} />
    </>
  );
}
