import { writtenDate } from '@fournil/contract/kit/writtenDate';
import type { MenuView } from '@fournil/contract/menus/menu';
import { Link } from 'react-router-dom';
import { dateText } from '../../kit/format/dates.ts';
import { useLanguage } from '../../kit/useT.ts';
import { useT } from '../messages.ts';
import { MenuName } from '../parts/MenuState.tsx';
import { barsOf, shareOf } from './yearBars.ts';

interface YearChartProps {
  /** Undefined while they load. */
  menus: readonly MenuView[] | undefined;
  year: number;
  today: string;
}

const percent = (share: number) => `${share * 100}%`;

/** One row per menu, with bars over twelve months where it applies. */
export function YearChart({ menus, year, today }: YearChartProps) {
  const t = useT();
  const language = useLanguage();
  const isThisYear = today.startsWith(String(year));
  return (
    <div className="year-chart" style={{ '--today': shareOf(today, year) } as React.CSSProperties}>
      <div className="year-chart__months" aria-hidden="true">
        {monthsOf(year, language).map(({ name, start }) => (
          <span key={name} style={{ left: percent(start) }}>
            {name}
          </span>
        ))}
      </div>
      <ul aria-label={t('menus.calendar.caption', { year: String(year) })} aria-busy={!menus}>
        {menus
          ? menus.map((menu) => <Row key={menu.id} menu={menu} year={year} />)
          : [60, 75, 50].map((width) => (
              <li key={width}>
                <span className="skeleton" style={{ width: `${width}%` }} />
              </li>
            ))}
      </ul>
      {isThisYear && menus && (
        <div className="year-chart__today" data-late={shareOf(today, year) > 0.5 || undefined}>
          <span>
            {t('menus.calendar.today', { date: dateText(`${today}T12:00:00Z`, 'UTC', language, 'dayOfMonth') })}
          </span>
        </div>
      )}
    </div>
  );
}

function Row({ menu, year }: { menu: MenuView; year: number }) {
  const t = useT();
  const language = useLanguage();
  const { id, name, season, approvedRevision } = menu;
  const bars = season ? barsOf(season, year) : [{ from: null, until: '', start: 0, share: 1 }];
  const day = (date: string) => dateText(`${date}T12:00:00Z`, 'UTC', language, 'day');
  return (
    <li>
      <MenuName menu={menu} />
      <span className="year-chart__lane">
        {bars.length === 0 && (
          <span className="soft year-chart__none">{t('menus.calendar.none', { year: String(year) })}</span>
        )}
        {bars.map(({ from, until, start, share }) => {
          const text = from
            ? t('menus.calendar.span', { name, from: day(from), until: day(until) })
            : t('menus.calendar.standing', { name });
          const label = approvedRevision === null ? `${text}, ${t('menus.calendar.draft')}` : text;
          return (
            <Link
              key={start}
              className="year-chart__bar"
              data-standing={from === null || undefined}
              data-draft={approvedRevision === null || undefined}
              style={{ left: percent(start), width: percent(share) }}
              to={`/menus/${id}/show`}
              aria-label={label}
              title={label}
            />
          );
        })}
      </span>
    </li>
  );
}

function monthsOf(year: number, language: 'EN' | 'FR'): { name: string; start: number }[] {
  return Array.from({ length: 12 }, (_, month) => {
    const date = `${year}-${String(month + 1).padStart(2, '0')}-01`;
    return {
      name: writtenDate(Date.parse(`${date}T12:00:00Z`), language, { month: 'short', timeZone: 'UTC' }),
      start: shareOf(date, year),
    };
  });
}
