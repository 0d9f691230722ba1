import type { RaRecord } from 'ra-core';
import { type ReactNode, useId, useState } from 'react';
import { SelectOne } from '../bulk/SelectOne.tsx';
import { useKitT } from '../messages.ts';
import { Icon } from '../signs/Icon.tsx';
import { ListFrame } from './ListFrame.tsx';
import { Pager } from './Pager.tsx';
import { SearchBox } from './SearchBox.tsx';
import { SortHead } from './SortHead.tsx';
import { useList } from './useList.ts';

export interface PlainColumn<Row> {
  name: string;
  label: string;
  /** The field to sort by, when the list can be sorted by this column. */
  order?: string;
  isNumber?: boolean;
  /** The heading above this column and its neighbours with the same one. */
  group?: string;
  /** The label is rotated, because the column is narrower than the label. */
  isUpright?: boolean;
  /**
   * Shown in tables only, in cards (phones) only, or everywhere except in tables narrower than 1,000 px.
   */
  only?: 'table' | 'card' | 'roomy';
  cell: (row: Row) => ReactNode;
}

interface PlainListProps<Row> {
  resource: string;
  title: string;
  columns: readonly PlainColumn<Row>[];
  /** A sentence under the title. */
  lead?: string;
  sort: string;
  /** The default order. */
  order?: 'ASC' | 'DESC';
  perPage: number;
  /** Without it there is no search box. */
  search?: string;
  /** Beside the search: the active filters. */
  filters?: ReactNode;
  /** Filters of the page that the reader cannot remove. */
  fixed?: Record<string, unknown>;
  /** An unlimited list, which is counted up to `countedItems` only. */
  isUnlimited?: boolean;
  /** Filters that are active until the reader removes them. */
  filterDefaults?: Record<string, unknown>;
  /** Between the head and the table. */
  above?: ReactNode;
  empty: ReactNode;
  actions?: ReactNode;
  /** The actions on selected rows; without it, rows cannot be selected. */
  bulkBar?: ReactNode;
  /** Which rows can be selected. */
  canSelect?: (row: Row) => boolean;
  /** The content of an expanded row; without it, rows cannot be expanded. */
  detailOf?: (row: Row) => ReactNode;
  /** Read again at intervals, for data that changes without a live event. */
  everyMilliseconds?: number;
}

/** A list with title, count, search, table and pager. */
export function PlainList<Row extends RaRecord>({
  resource,
  title,
  lead,
  columns,
  sort,
  order = 'ASC',
  perPage,
  search,
  filters,
  filterDefaults,
  fixed,
  isUnlimited,
  above,
  empty,
  actions,
  bulkBar,
  canSelect,
  detailOf,
  everyMilliseconds,
}: PlainListProps<Row>) {
  const list = useList<Row>({
    resource,
    perPage,
    sort: { field: sort, order },
    ...(filterDefaults ? { filterDefaultValues: filterDefaults } : {}),
    ...(fixed ? { filter: fixed, storeKey: false } : {}),
    // Live events about these do not reach every reader, so they are read whenever they are opened.
    queryOptions: { refetchOnMount: 'always', ...(everyMilliseconds ? { refetchInterval: everyMilliseconds } : {}) },
  });
  return (
    <ListFrame
      list={list}
      title={title}
      {...(isUnlimited ? { count: null } : {})}
      head={
        <>
          {search && <SearchBox label={search} />}
          {filters}
          <Pager isUnlimited={isUnlimited} />
          {actions && <div className="page__actions">{actions}</div>}
        </>
      }
      above={
        <>
          {lead && <p className="soft">{lead}</p>}
          {above}
          {bulkBar}
        </>
      }
      empty={empty}
    >
      <PlainTable
        title={title}
        columns={columns}
        rows={list.data}
        isPending={list.isPending}
        isSelectable={bulkBar ? canSelect : undefined}
        detailOf={detailOf}
      />
    </ListFrame>
  );
}

interface PlainTableProps<Row> extends Pick<PlainListProps<Row>, 'title' | 'columns' | 'detailOf'> {
  /** Undefined while they load. */
  rows: readonly Row[] | undefined;
  isPending: boolean;
  isSelectable: ((row: Row) => boolean) | undefined;
}

function PlainTable<Row extends RaRecord>({
  title,
  columns,
  rows,
  isPending,
  isSelectable,
  detailOf,
}: PlainTableProps<Row>) {
  const hasLead = !!(isSelectable || detailOf);
  return (
    <div className="plain-list">
      <table className="table">
        <caption className="unseen">{title}</caption>
        <thead>
          {columns.some(({ group }) => group) && <Groups columns={columns} hasLead={hasLead} />}
          <tr>
            {hasLead && <td />}
            {columns.map(({ name, label, order, isNumber, isUpright, only }) => (
              <SortHead
                key={name}
                name={name}
                label={label}
                order={order}
                isNumber={isNumber}
                isUpright={isUpright}
                only={only}
              />
            ))}
          </tr>
        </thead>
        <tbody aria-busy={isPending}>
          {rows ? (
            rows.map((row) => (
              <Row key={row.id} row={row} columns={columns} isSelectable={isSelectable} detailOf={detailOf} />
            ))
          ) : (
            <Skeletons columns={columns.length} />
          )}
        </tbody>
      </table>
    </div>
  );
}

/** The row of the table's head with the headings of groups of columns. */
function Groups<Of>({ columns, hasLead }: { columns: readonly PlainColumn<Of>[]; hasLead: boolean }) {
  const runs: { name: string; group: string | undefined; only: PlainColumn<Of>['only']; span: number }[] = [];
  for (const { name, group, only } of columns) {
    const last = runs.at(-1);
    if (last && last.group === group && last.only === only) last.span += 1;
    else runs.push({ name, group, only, span: 1 });
  }
  return (
    <tr className="plain-list__groups">
      {hasLead && <td />}
      {runs.map(({ name, group, only, span }) =>
        group ? (
          <th key={name} colSpan={span} scope="colgroup" data-only={only}>
            {group}
          </th>
        ) : (
          <td key={name} colSpan={span} data-only={only} />
        ),
      )}
    </tr>
  );
}

interface RowProps<Of> {
  row: Of;
  columns: readonly PlainColumn<Of>[];
  isSelectable: ((row: Of) => boolean) | undefined;
  detailOf: ((row: Of) => ReactNode) | undefined;
}

function Row<Of extends RaRecord>({ detailOf, ...props }: RowProps<Of>) {
  const t = useKitT();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  if (!detailOf) return <Cells {...props} />;
  const name = nameOf(props.row);
  return (
    <>
      <Cells {...props}>
        <td className="plain-list__select">
          <button
            type="button"
            className="icon-button icon-button--bare"
            aria-expanded={isOpen}
            aria-controls={id}
            aria-label={t(isOpen ? 'kit.fold' : 'kit.unfold', { name })}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name={isOpen ? 'chevronDown' : 'right'} size={16} />
          </button>
        </td>
      </Cells>
      {isOpen && (
        <tr id={id} className="plain-list__detail">
          <td colSpan={props.columns.length + 1}>{detailOf(props.row)}</td>
        </tr>
      )}
    </>
  );
}

function nameOf(row: RaRecord): string {
  return String(row['fullName'] ?? row['name'] ?? '');
}

function Cells<Of extends RaRecord>({
  row,
  columns,
  isSelectable,
  children,
}: Omit<RowProps<Of>, 'detailOf'> & { children?: ReactNode }) {
  const t = useKitT();
  return (
    <tr>
      {children}
      {isSelectable && (
        <td className="plain-list__select">
          {isSelectable(row) && <SelectOne id={String(row.id)} label={t('kit.select', { name: nameOf(row) })} />}
        </td>
      )}
      {columns.map(({ name, label, isNumber, only, cell }, index) => (
        // On a phone a row is a card with a label before each value.
        <td
          key={name}
          className={isNumber ? 'number' : undefined}
          data-only={only}
          data-label={(index > 0 && label) || undefined}
        >
          {cell(row)}
        </td>
      ))}
    </tr>
  );
}

function Skeletons({ columns }: { columns: number }) {
  return [0, 1, 2, 3, 4, 5, 6, 7].map((line) => (
    <tr key={line}>
      {Array.from({ length: columns }, (_, column) => (
        <td key={`cell${String(column)}`}>
          <span className="skeleton" style={{ width: `${40 + ((line * 17 + column * 23) % 40)}%` }} />
        </td>
      ))}
    </tr>
  ));
}
