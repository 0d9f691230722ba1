import type { TagView } from '@fournil/contract/tags/tag';
import { useListContext } from 'ra-core';
import { Link } from 'react-router-dom';
import { SelectPage } from '../kit/bulk/SelectPage.tsx';
import { When } from '../kit/format/When.tsx';
import { listLink } from '../kit/lists/listLink.ts';
import { SortHead } from '../kit/lists/SortHead.tsx';
import { useMay } from '../kit/session/profile.ts';
import { Icon } from '../kit/signs/Icon.tsx';
import { useT } from './messages.ts';

export function TagTable() {
  const t = useT();
  const { data } = useListContext<TagView>();
  return (
    <table className="table tag-table" aria-busy={!data}>
      <caption className="unseen">{t('tags.title')}</caption>
      <thead>
        <tr>
          <th className="tag-table__select">
            <SelectPage label={t('tags.select.page')} />
          </th>
          <SortHead name="name" label={t('tags.name')} order="name" />
          <SortHead name="description" label={t('tags.description')} />
          <SortHead name="programs" label={t('tags.programs')} isNumber />
          <SortHead name="createdAt" label={t('tags.createdAt')} order="createdAt" />
        </tr>
      </thead>
      <tbody>{data ? data.map((tag) => <TagRow key={tag.id} tag={tag} />) : <Skeletons />}</tbody>
    </table>
  );
}

function TagRow({ tag }: { tag: TagView }) {
  const t = useT();
  const may = useMay();
  const { selectedIds, onToggleItem } = useListContext<TagView>();
  const isSelected = selectedIds.includes(tag.id);
  return (
    <tr data-selected={isSelected || undefined}>
      <td className="tag-table__select">
        <input
          type="checkbox"
          className="checkbox"
          checked={isSelected}
          aria-label={t('tags.select.one', { name: tag.name })}
          onChange={() => onToggleItem(tag.id)}
        />
      </td>
      <th scope="row">
        <span className="tag-table__name">
          <Icon name="tags" size={16} />
          {may('tags.show') ? (
            <Link className="clamp" to={`/tags/${tag.id}/show`} title={tag.name}>
              {tag.name}
            </Link>
          ) : (
            <span className="clamp">{tag.name}</span>
          )}
        </span>
        {tag.description && <small className="soft tag-table__below clamp">{tag.description}</small>}
      </th>
      <td data-column="description" className="soft">
        <span className="clamp clamp--3" title={tag.description ?? undefined}>
          {tag.description ?? '–'}
        </span>
      </td>
      <td className="number">
        <ProgramCount tag={tag} />
      </td>
      <td data-column="createdAt" className="soft">
        <When at={tag.createdAt} />
      </td>
    </tr>
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

function Skeletons() {
  return [52, 34, 61, 45, 38, 57, 49, 41].map((width) => (
    <tr key={width}>
      <td colSpan={5}>
        <span className="skeleton" style={{ width: `${width}%` }} />
      </td>
    </tr>
  ));
}
