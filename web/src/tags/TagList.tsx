import { type TagView, tagLimits } from '@fournil/contract/tags/tag';
import { CreateLink } from '../kit/lists/CreateLink.tsx';
import { EmptyList } from '../kit/lists/EmptyList.tsx';
import { ListFrame } from '../kit/lists/ListFrame.tsx';
import { Pager } from '../kit/lists/Pager.tsx';
import { SearchBox } from '../kit/lists/SearchBox.tsx';
import { PageFor } from '../kit/session/May.tsx';
import { Icon } from '../kit/signs/Icon.tsx';
import { useT } from './messages.ts';
import { TagBulkBar } from './TagBulkBar.tsx';
import { TagTable } from './TagTable.tsx';
import './tags.css';
import { useList } from '../kit/lists/useList.ts';

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
        <div className="tags__tools">
          <SearchBox label={t('tags.search')} />
          <Pager />
          <CreateLink act="tags.create" to="/tags/create" isMain>
            {t('tags.create')}
          </CreateLink>
        </div>
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
  return (
    <EmptyList
      sign={<Icon name="tags" size={40} />}
      empty={{ title: t('tags.emptyTitle'), body: t('tags.emptyBody') }}
      none={{ title: t('tags.notFound'), body: t('tags.notFoundBody') }}
      showAll={t('tags.showAll')}
    >
      <CreateLink act="tags.create" to="/tags/create">
        {t('tags.createFirst')}
      </CreateLink>
    </EmptyList>
  );
}
