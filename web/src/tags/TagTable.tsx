import type { TagView } from '@fournil/contract/tags/tag';
import { useListContext } from 'ra-core';
import { Link } from 'react-router-dom';
import { When } from '../kit/format/When.tsx';
import { type DataColumn, DataTable } from '../kit/lists/DataTable.tsx';
import { listLink } from '../kit/lists/listLink.ts';
import { useMay } from '../kit/session/profile.ts';
import { Icon } from '../kit/signs/Icon.tsx';
import { useT } from './messages.ts';

export function TagTable() {
  const t = useT();
  const { data } = useListContext<TagView>();
  const columns: DataColumn<TagView>[] = [
    { name: 'name', label: t('tags.name'), order: 'name', isRowHead: true, cell: (tag) => <TagName tag={tag} /> },
    {
      name: 'description',
      label: t('tags.description'),
      cell: ({ description }) => (
        <span className="soft clamp clamp--3" title={description ?? undefined}>
          {description ?? '–'}
        </span>
      ),
    },
    { name: 'programs', label: t('tags.programs'), isNumber: true, cell: (tag) => <ProgramCount tag={tag} /> },
    {
      name: 'createdAt',
      label: t('tags.createdAt'),
      order: 'createdAt',
      cell: ({ createdAt }) => (
        <span className="soft">
          <When at={createdAt} />
        </span>
      ),
    },
  ];
  return <DataTable className="tag-table" title={t('tags.title')} columns={columns} rows={data} selects="all" />;
}

function TagName({ tag: { id, name, description } }: { tag: TagView }) {
  const may = useMay();
  return (
    <>
      <span className="tag-table__name">
        <Icon name="tags" size={16} />
        {may('tags.show') ? (
          <Link className="clamp" to={`/tags/${id}/show`} title={name}>
            {name}
          </Link>
        ) : (
          <span className="clamp">{name}</span>
        )}
      </span>
      {description && <small className="soft tag-table__below clamp">{description}</small>}
    </>
  );
}

function ProgramCount({ tag: { id, name, programCount } }: { tag: TagView }) {
  const t = useT();
  const may = useMay();
  if (!programCount || !may('programs.list')) return programCount ?? '–';
  return (
    <Link
      className="link"
      to={listLink('programs', { tags: id })}
      aria-label={`${programCount}, ${t('tags.see', { name })}`}
    >
      {programCount}
    </Link>
  );
}
