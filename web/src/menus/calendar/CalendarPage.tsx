import { dateOf } from '@fournil/contract/kit/zones';
import type { MenuView } from '@fournil/contract/menus/menu';
import { Link, useParams } from 'react-router-dom';
import { useDates } from '../../kit/format/dates.ts';
import { useNow } from '../../kit/format/useNow.ts';
import { ListFrame } from '../../kit/lists/ListFrame.tsx';
import { SearchBox } from '../../kit/lists/SearchBox.tsx';
import { useList } from '../../kit/lists/useList.ts';
import { PageFor } from '../../kit/session/May.tsx';
import { Icon } from '../../kit/signs/Icon.tsx';
import { useT } from '../messages.ts';
import { CreateMenu, EmptyMenus } from '../parts/EmptyMenus.tsx';
import { MenuFilters } from '../parts/MenuFilters.tsx';
import { MenuViews } from '../parts/MenuViews.tsx';
import { YearChart } from './YearChart.tsx';
import './calendar.css';

const mostMenus = 500;

/** MNU-01: the menus over a year; which one is in the address. */
export function CalendarPage() {
  return (
    <PageFor act="menus.list">
      <Calendar />
    </PageFor>
  );
}

function Calendar() {
  const t = useT();
  const { zone } = useDates();
  const today = dateOf(useNow(60_000), zone);
  const { year: asked = '' } = useParams();
  const year = /^[12]\d{3}$/.test(asked) ? Number(asked) : Number(today.slice(0, 4));
  const list = useList<MenuView>({
    resource: 'menus',
    perPage: mostMenus,
    sort: { field: 'name', order: 'ASC' },
    storeKey: 'menus.calendar',
    queryOptions: { refetchOnMount: 'always' },
  });
  return (
    <ListFrame
      list={list}
      title={t('menus.title')}
      head={
        <>
          <SearchBox label={t('menus.list.search')} />
          <MenuFilters />
          <div className="page__actions">
            <CreateMenu isMain />
          </div>
        </>
      }
      above={
        <>
          <MenuViews />
          <YearPicker year={year} />
        </>
      }
      empty={<EmptyMenus />}
    >
      <YearChart menus={list.data} year={year} today={today} />
    </ListFrame>
  );
}

function YearPicker({ year }: { year: number }) {
  const t = useT();
  return (
    <div className="year-picker">
      <Link
        className="icon-button icon-button--bare"
        to={`/menus/calendar/${year - 1}`}
        aria-label={t('menus.calendar.previous')}
        replace
      >
        <Icon name="left" size={16} />
      </Link>
      <h2 aria-live="polite">{year}</h2>
      <Link
        className="icon-button icon-button--bare"
        to={`/menus/calendar/${year + 1}`}
        aria-label={t('menus.calendar.next')}
        replace
      >
        <Icon name="right" size={16} />
      </Link>
    </div>
  );
}
