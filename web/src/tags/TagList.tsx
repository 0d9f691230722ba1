import { type TagView, tagLimits } from '@fournil/contract/tags/tag';
import { ListContextProvider, useListContext, useListController } from 'ra-core';
import { Link } from 'react-router-dom';
import { Pager } from '../kit/lists/Pager.tsx';
import { SearchBox } from '../kit/lists/SearchBox.tsx';
import { Failed } from '../kit/pages/Failed.tsx';
import { useTitle } from '../kit/pages/useTitle.ts';
import { May, PageFor } from '../kit/session/May.tsx';
import { Icon } from '../kit/signs/Icon.tsx';
import { useNumber } from '../kit/useT.ts';
import { useT } from './messages.ts';
import { TagBulkBar } from './TagBulkBar.tsx';
import { TagTable } from './TagTable.tsx';
import './tags.css';

/** TAG-01 */
export function TagList() {
  return (
    <PageFor act="tags.open">
      <Tags />
    </PageFor>
  );
}

function Tags() {
  const t = useT();
  const number = useNumber();
  const list = useListController<TagView>({
    resource: 'tags',
    perPage: tagLimits.listPageSize,
    sort: { field: 'name', order: 'ASC' },
    disableAuthentication: true,
  });
  useTitle(t('tags.title'));
  return (
    <ListContextProvider value={list}>
      <div className="page">
        <div className="page__head">
          <h1>
            {t('tags.title')} {list.total !== undefined && <small>{number(list.total)}</small>}
          </h1>
          <div className="tags__tools">
            <SearchBox label={t('tags.search')} />
            <May act="tags.create">
              <Link className="button button--main" to="/tags/create">
                <Icon name="plus" />
                {t('tags.create')}
              </Link>
            </May>
          </div>
          <Pager />
        </div>
        <TagBulkBar />
        {list.error && !list.data ? (
          <Failed onRetry={() => void list.refetch()} />
        ) : list.total === 0 ? (
          <Empty />
        ) : (
          <TagTable />
        )}
      </div>
    </ListContextProvider>
  );
}

function Empty() {
  const t = useT();
  const { filterValues, setFilters } = useListContext();
  const isSearch = !!filterValues['q'];
  return (
    <div className="empty">
      <Icon name="tags" size={40} />
      <div>
        <h2>{t(isSearch ? 'tags.notFound' : 'tags.emptyTitle')}</h2>
        <p>{t(isSearch ? 'tags.notFoundBody' : 'tags.emptyBody')}</p>
        {isSearch ? (
          <button type="button" className="button" onClick={() => setFilters({})}>
            {t('tags.showAll')}
          </button>
        ) : (
          <May act="tags.create">
            <Link className="button" to="/tags/create">
              <Icon name="plus" />
              {t('tags.createFirst')}
            </Link>
          </May>
        )}
      </div>
    </div>
  );
}
