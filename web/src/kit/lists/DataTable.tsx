import type { RaRecord } from 'ra-core';
import { type ReactNode, useId, useState } from 'react';
import { SelectOne } from '../bulk/SelectOne.tsx';
import { useKitT } from '../messages.ts';
import { Icon } from '../signs/Icon.tsx';
import type { HeadColumn } from './ColumnHead.tsx';
import { TableFrame, type TableFrameProps } from './TableFrame.tsx';

export interface DataColumn<Row> extends HeadColumn {
  /** Its cells are the heads of their rows. */
  isRowHead?: boolean;
  cell: (row: Row) => ReactNode;
}

interface DataTableProps<Row> extends TableFrameProps<Row> {
  columns: readonly DataColumn<Row>[];
  /** Which rows can be selected, one by one; or all, and the page at once. */
  selects?: ((row: Row) => boolean) | 'all' | undefined;
  /** The content of an expanded row; without it, rows cannot be expanded. */
  detailOf?: ((row: Row) => ReactNode) | undefined;
}

/** A table whose columns say what is in their cells. */
export function DataTable<Row extends RaRecord>({ columns, selects, detailOf, ...frame }: DataTableProps<Row>) {
  const isSelectable = selects === 'all' ? () => true : selects;
  const lead = selects === 'all' ? 'selectPage' : isSelectable || detailOf ? 'empty' : undefined;
  return (
    <TableFrame columns={columns} lead={lead} {...frame}>
      {(row) => <DataRow key={row.id} row={row} columns={columns} isSelectable={isSelectable} detailOf={detailOf} />}
    </TableFrame>
  );
}

interface RowProps<Of> {
  row: Of;
  columns: readonly DataColumn<Of>[];
  isSelectable: ((row: Of) => boolean) | undefined;
  detailOf: ((row: Of) => ReactNode) | undefined;
}

function DataRow<Of extends RaRecord>({ detailOf, ...props }: RowProps<Of>) {
  const t = useKitT();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  if (!detailOf) return <Cells {...props} />;
  const name = nameOf(props.row);
  return (
    <>
      <Cells {...props}>
        <td className="data-table__select">
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
        <tr id={id} className="data-table__detail">
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
        <td className="data-table__select">
          {isSelectable(row) && <SelectOne id={String(row.id)} label={t('kit.select', { name: nameOf(row) })} />}
        </td>
      )}
      {columns.map((column, index) => (
        <Cell key={column.name} row={row} column={column} isFirst={index === 0} />
      ))}
    </tr>
  );
}

function Cell<Of>({ row, column, isFirst }: { row: Of; column: DataColumn<Of>; isFirst: boolean }) {
  const { name, label, isNumber, isRowHead, only, cell } = column;
  const Tag = isRowHead ? 'th' : 'td';
  return (
    // On a phone a row is a card with a label before each value.
    <Tag
      scope={isRowHead ? 'row' : undefined}
      className={isNumber ? 'number' : undefined}
      data-column={name}
      data-only={only}
      data-label={(!isFirst && label) || undefined}
    >
      {cell(row)}
    </Tag>
  );
}
