import { type TagView, tagLimits } from '@fournil/contract/tags/tag';
import { useListContext } from 'ra-core';
import { Link } from 'react-router-dom';
import { ListFrame } from '../kit/lists/ListFrame.tsx';
import { Pager } from '../kit/lists/Pager.tsx';
import { SearchBox } from '../kit/lists/SearchBox.tsx';
import { May, PageFor } from '../kit/session/May.tsx';
import { Icon } from '../kit/signs/Icon.tsx';
import { useT } from './messages.ts';
import { TagBulkBar } from './TagBulkBar.tsx';
import { TagTable } from './TagTable.tsx';
import './tags.css';
import { useList } from '../kit/lists/useList.ts';
import { EmptyState } from '../kit/pages/EmptyState.tsx';

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
  const list = useList<TagView>({
    resource: 'tags',
    perPage: tagLimits.listPageSize,
    sort: { field: 'name', order: 'ASC' },
  });
  return (
    <ListFrame
      list={list}
      title={t('tags.title')}
      head={
        <>
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
        </>
      }
      above={<TagBulkBar />}
      empty={<Empty />}
    >
      <TagTable />
    </ListFrame>
  );
}

function Empty() {
  const t = useT();
  const { filterValues, setFilters } = useListContext();
  const isSearch = !!filterValues['q'];
  return (
    <EmptyState
      sign={<Icon name="tags" size={40} />}
      title={t(isSearch ? 'tags.notFound' : 'tags.emptyTitle')}
      body={t(isSearch ? 'tags.notFoundBody' : 'tags.emptyBody')}
    >
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
    </EmptyState>
  );
}
