import type { StructureHours } from '@fournil/contract/hours/hours';
import { dateAfter, dateOf, isTimezone } from '@fournil/contract/kit/zones';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { useRead } from '../../data/index.ts';
import { countryName } from '../../kit/format/countryName.ts';
import { useNow } from '../../kit/format/useNow.ts';
import { Failed } from '../../kit/pages/Failed.tsx';
import { May } from '../../kit/session/May.tsx';
import { Icon } from '../../kit/signs/Icon.tsx';
import { useLanguage } from '../../kit/useT.ts';
import { hoursReading } from '../hoursReadings.ts';
import { dateName, timeText, useHoursTexts, weekLines } from '../hoursTexts.ts';
import { useT } from '../messages.ts';
import '../../kit/people/people.css';
import './hours.css';

const daysAhead = 45;
const comingShown = 5;

/** HRS-01: whether a structure is open, its week with where it comes from, and the next days that differ. */
export function HoursPart({ id }: { id: string }) {
  const t = useT();
  const now = useNow(30_000);
  const { data, error, refetch } = useRead(hoursReading(id, dateAfter(dateOf(now, 'UTC'), daysAhead)));
  const isUnset = data?.week === null;
  const changesAt = data?.changesAt;
  useEffect(() => {
    if (changesAt && Date.parse(changesAt) <= now) void refetch();
  }, [changesAt, now, refetch]);
  return (
    <section className="part" aria-busy={!data && !error}>
      <div className="part__head">
        <h2>{t('hours.title')}</h2>
        <May act="structures.edit">
          <Link
            className="button button--plain"
            to={`/structures/${id}/hours`}
            {...(isUnset ? {} : { 'aria-label': t('hours.editHours') })}
          >
            <Icon name="edit" size={16} />
            {t(isUnset ? 'hours.set' : 'hours.edit')}
          </Link>
        </May>
      </div>
      {error && !data && <Failed onRetry={() => void refetch()} />}
      {data && <Hours hours={data} now={now} />}
    </section>
  );
}

function Hours({ hours, now }: { hours: StructureHours; now: number }) {
  const t = useT();
  const { openingText, daysText, language } = useHoursTexts();
  const { week, days, timezone } = hours;
  const coming = days.filter(({ reason }) => reason !== 'week').slice(0, comingShown);
  return (
    <div className="hours">
      {week ? <State hours={hours} now={now} /> : <p className="soft">{t('hours.none')}</p>}
      {week && (
        <dl className="hours__week">
          {weekLines(week.days).map(({ first, last, opening }) => (
            <div key={first}>
              <dt>{daysText(first, last)}</dt>
              <dd>{openingText(opening)}</dd>
            </div>
          ))}
        </dl>
      )}
      {week && <Source {...week} />}
      {week && !timezone && <p className="hours__note">{t('hours.utc')}</p>}
      {hours.holidays && <Holidays hours={hours} holidays={hours.holidays} />}
      {coming.length > 0 && (
        <>
          <h3>{t('hours.coming')}</h3>
          <dl className="hours__week">
            {coming.map(({ date, opening, name }) => (
              <div key={date}>
                <dt>
                  {dateName(date, language)}
                  {name && <small>{name}</small>}
                </dt>
                <dd>{openingText(opening)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </div>
  );
}

function State({ hours: { isOpen, changesAt, timezone }, now }: { hours: StructureHours; now: number }) {
  const t = useT();
  const language = useLanguage();
  // Of a zone that this browser does not know, the times are those of UTC.
  const zone = timezone && isTimezone(timezone) ? timezone : 'UTC';
  const until = isOpen ? 'openUntil' : 'closedUntil';
  const isToday = changesAt && dateOf(Date.parse(changesAt), zone) === dateOf(now, zone);
  const text = changesAt
    ? t(`hours.${until}${isToday ? '' : 'Day'}`, {
        time: timeText(changesAt, zone, language, isToday ? 'time' : 'day'),
      })
    : t(isOpen ? 'hours.alwaysOpen' : 'hours.alwaysClosed');
  return <strong>{text}</strong>;
}

/** Nothing for what the structure has of its own. */
function Source({ isOwn, of }: { isOwn: boolean; of: { name: string } | null }) {
  const t = useT();
  if (isOwn) return null;
  return <p className="hours__note">{of ? t('hours.from', { name: of.name }) : t('hours.fromAbove')}</p>;
}

interface HolidaysProps {
  hours: StructureHours;
  holidays: NonNullable<StructureHours['holidays']>;
}

function Holidays({ hours: { week }, holidays: { calendar, ...source } }: HolidaysProps) {
  const t = useT();
  const language = useLanguage();
  const { country, region } = calendar;
  const name = countryName(country, language.toLowerCase());
  return (
    <div>
      <p className="hours__note">{t('hours.holidays', { place: region ? `${name} (${region})` : name })}</p>
      {week?.of?.id !== source.of?.id && <Source {...source} />}
    </div>
  );
}
