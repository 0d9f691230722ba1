import { useListContext } from 'ra-core';
import { useKitT } from '../messages.ts';
import { Icon } from '../signs/Icon.tsx';

export interface HeadColumn {
  name: string;
  label: string;
  /** The label is read out only. */
  isLabelUnseen?: boolean | undefined;
  /** The field to sort by, when the list can be sorted by this column. */
  order?: string | undefined;
  /** The first click sorts the latest first. */
  isLatestFirst?: boolean | undefined;
  isNumber?: boolean | undefined;
  /** The heading above this column and its neighbours with the same one. */
  group?: string | undefined;
  /** The label is rotated, because the column is narrower than the label. */
  isUpright?: boolean | undefined;
  /** Shown in tables only, in cards (phones) only, or everywhere except in tables narrower than 1,000 px. */
  only?: 'table' | 'card' | 'roomy' | undefined;
}

/** The head of a column; a button when the list can be sorted by it. */
export function ColumnHead(column: HeadColumn) {
  const { name, label, isLabelUnseen, order, isUpright, only } = column;
  if (!label) return <td data-column={name} data-only={only} />;
  if (order) return <SortHead {...column} order={order} />;
  return (
    <th {...attributesOf(column)}>
      {isUpright || isLabelUnseen ? <span className={isLabelUnseen ? 'unseen' : undefined}>{label}</span> : label}
    </th>
  );
}

function SortHead({ order, isLatestFirst, ...column }: HeadColumn & { order: string }) {
  const t = useKitT();
  const { sort, setSort } = useListContext();
  const direction = sort.field === order ? sort.order : undefined;
  const aria = direction && (direction === 'ASC' ? 'ascending' : 'descending');
  return (
    <th {...attributesOf(column)} aria-sort={aria}>
      <button
        type="button"
        className="sort"
        data-active={direction || undefined}
        title={aria && t(`kit.sort.${aria}`)}
        onClick={() => setSort({ field: order, order: nextOrder(direction, isLatestFirst) })}
      >
        {column.label}
        {direction && <Icon name={direction === 'ASC' ? 'up' : 'down'} size={12} />}
      </button>
    </th>
  );
}

function attributesOf({ name, isNumber, isUpright, only }: HeadColumn) {
  return {
    scope: 'col',
    className: isNumber ? 'number' : undefined,
    'data-column': name,
    'data-only': only,
    'data-upright': isUpright || undefined,
  };
}

function nextOrder(present: string | undefined, isLatestFirst = false): 'ASC' | 'DESC' {
  if (!present) return isLatestFirst ? 'DESC' : 'ASC';
  return present === 'ASC' ? 'DESC' : 'ASC';
}
