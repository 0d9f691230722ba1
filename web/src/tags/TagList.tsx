import { type TagView, tagLimits } from '@fournil/contract/tags/tag';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { listLink } from '../kit/listLink.ts';
import { May, PageFor } from '../kit/May.tsx';
import { PlainList } from '../kit/PlainList.tsx';
import { useMay } from '../kit/profile.ts';
import { Icon } from '../kit/signs/Icon.tsx';
import { When } from '../kit/When.tsx';
import { CreateTag } from './CreateTag.tsx';
import { useT } from './messages.ts';

export function TagList() {
  return (
    <PageFor act="tags.open">
      <Tags />
    </PageFor>
  );
}

function Tags() {
  const t = useT();
  const [isCreating, setCreating] = useState(false);
  const create = () => setCreating(true);
  return (
    <>
      <PlainList<TagView>
        resource="tags"
        title={t('tags.title')}
        sort="name"
        perPage={tagLimits.listPageSize}
        search={t('tags.search')}
        empty={<Empty onCreate={create} />}
        actions={
          <May act="tags.create">
            <button type="button" className="button button--main" onClick={create}>
              <Icon name="plus" />
              {t('tags.create')}
            </button>
          </May>
        }
        columns={[
          { name: 'name', label: t('tags.name'), order: 'name', cell: ({ name }) => <TagName name={name} /> },
          { name: 'description', label: t('tags.description'), cell: ({ description }) => <span className="soft">{description ?? '–'}</span> },
          { name: 'programs', label: t('tags.programs'), isNumber: true, cell: (tag) => <Programs tag={tag} /> },
          { name: 'createdAt', label: t('tags.createdAt'), order: 'createdAt', cell: ({ createdAt }) => <When at={createdAt} /> },
        ]}
      />
      {isCreating && <CreateTag onClose={() => setCreating(false)} />}
    </>
  );
}

function TagName({ name }: { name: string }) {
  return (
    <span className="tag">
      <Icon name="tags" size={16} />
      {name}
    </span>
  );
}

function Programs({ tag: { id, name, programCount } }: { tag: TagView }) {
  const t = useT();
  const may = useMay();
  if (programCount === 0 || !may('programs.list')) return programCount;
  return (
    <Link className="link" to={listLink('programs', { tags: id })} aria-label={`${programCount}, ${t('tags.see', { name })}`}>
      {programCount}
    </Link>
  );
}

function Empty({ onCreate }: { onCreate: () => void }) {
  const t = useT();
  return (
    <div className="empty">
      <Icon name="tags" size={40} />
      <div>
        <h2>{t('tags.emptyTitle')}</h2>
        <p>{t('tags.emptyBody')}</p>
        <May act="tags.create">
          <button type="button" className="button" onClick={onCreate}>
            <Icon name="plus" />
            {t('tags.createFirst')}
          </button>
        </May>
      </div>
    </div>
  );
}
