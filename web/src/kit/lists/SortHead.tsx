import { useListContext } from 'ra-core';
import { useKitT } from '../messages.ts';
import { Icon } from '../signs/Icon.tsx';

interface SortHeadProps {
  name: string;
  label: string;
  /** The field to sort by, when the list can be sorted by this column. */
  order?: string | null | undefined;
  /** The first click sorts the latest first. */
  isLatestFirst?: boolean | undefined;
  isNumber?: boolean | undefined;
  /** The label is rotated. */
  isUpright?: boolean | undefined;
  only?: 'table' | 'card' | 'roomy' | undefined;
}

/** The head of a column; a button when the list can be sorted by it. */
export function SortHead({ name, label, order, isLatestFirst, isNumber, isUpright, only }: SortHeadProps) {
  const t = useKitT();
  const { sort, setSort } = useListContext();
  const direction = order && sort.field === order ? sort.order : undefined;
  if (!label) return <td data-column={name} data-only={only} />;
  const aria = direction && (direction === 'ASC' ? 'ascending' : 'descending');
  return (
    <th
      scope="col"
      data-column={name}
      className={isNumber ? 'number' : undefined}
      data-only={only}
      data-upright={isUpright || undefined}
      aria-sort={aria}
    >
      {order ? (
        <button
          type="button"
          className="sort"
          data-active={direction || undefined}
          title={aria && t(`kit.sort.${aria}`)}
          onClick={() => setSort({ field: order, order: nextOrder(direction, isLatestFirst) })}
        >
          {label}
          {direction && <Icon name={direction === 'ASC' ? 'up' : 'down'} size={12} />}
        </button>
      ) : isUpright ? (
        <span>{label}</span>
      ) : (
        label
      )}
    </th>
  );
}

function nextOrder(present: string | undefined, isLatestFirst = false): 'ASC' | 'DESC' {
  if (!present) return isLatestFirst ? 'DESC' : 'ASC';
  return present === 'ASC' ? 'DESC' : 'ASC';
}
