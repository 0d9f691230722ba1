import { type HistoryEventView, workTypes } from '@fournil/contract/history/historyEvent';
import { Link } from 'react-router-dom';
import { readingList, serverNow, useRead } from '../data/index.ts';
import { useDates } from '../kit/format/dates.ts';
import { EventSentence } from '../kit/history/EventSentence.tsx';
import { useT } from './messages.ts';

const lines = 4;

/** The reader's own latest actions, without sign-ins and sign-outs. */
export function RecentActions() {
  const t = useT();
  const dates = useDates();
  const { data } = useRead(
    readingList<HistoryEventView>({
      about: 'history',
      path: '/profile/history',
      query: { type: workTypes, page: 1, itemsPerPage: lines },
    }),
  );
  if (!data || data.data.length === 0) return null;
  return (
    <section className="recent-actions">
      <h2>{t('home.since.title')}</h2>
      <ul>
        {data.data.slice(0, lines).map((event) => (
          <li key={event.id}>
            <time dateTime={event.dateEvent} title={dates.date(event.dateEvent, 'exact')}>
              {dates.date(event.dateEvent, isToday(event.dateEvent, dates.date) ? 'time' : 'shortDay')}
            </time>
            <EventSentence event={event} />
          </li>
        ))}
      </ul>
      <Link className="link" to="/activity">
        {t('home.since.all')}
      </Link>
    </section>
  );
}

function isToday(instant: string, date: (instant: string | number, style: 'day') => string): boolean {
  return date(instant, 'day') === date(serverNow(), 'day');
}
