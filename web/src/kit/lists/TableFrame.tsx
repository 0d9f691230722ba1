import type { ReactNode } from 'react';
import { SelectPage } from '../bulk/SelectPage.tsx';
import { ColumnHead, type HeadColumn } from './ColumnHead.tsx';

export interface TableFrameProps<Row> {
  title: string;
  columns: readonly HeadColumn[];
  /** Undefined while they load. */
  rows: readonly Row[] | undefined;
  /** How many rows are drawn while they load. */
  expectedRows?: number | undefined;
  /** In place of that of tables whose rows are cards on a phone. */
  className?: string | undefined;
}

interface LeadProps {
  /** Before the columns is a cell; in the head it is empty, or selects all rows of this page. */
  lead: 'empty' | 'selectPage' | undefined;
}

/** A table with its head, and skeletons while its rows load. */
export function TableFrame<Row>({
  title,
  columns,
  rows,
  expectedRows = 8,
  className = 'data-table',
  lead,
  children,
}: TableFrameProps<Row> & LeadProps & { children: (row: Row) => ReactNode }) {
  return (
    <div className={className}>
      <table className="table">
        <caption className="unseen">{title}</caption>
        <thead>
          {columns.some(({ group }) => group) && <Groups columns={columns} lead={lead} />}
          <tr>
            {lead && <td className="data-table__select">{lead === 'selectPage' && <SelectPage />}</td>}
            {columns.map((column) => (
              <ColumnHead key={column.name} {...column} />
            ))}
          </tr>
        </thead>
        <tbody aria-busy={!rows}>
          {rows ? rows.map(children) : <Skeletons lines={expectedRows} columns={columns} lead={lead} />}
        </tbody>
      </table>
    </div>
  );
}

/** The row of the table's head with the headings of groups of columns. */
function Groups({ columns, lead }: LeadProps & { columns: readonly HeadColumn[] }) {
  const runs: { name: string; group: string | undefined; only: HeadColumn['only']; span: number }[] = [];
  for (const { name, group, only } of columns) {
    const last = runs.at(-1);
    if (last && last.group === group && last.only === only) last.span += 1;
    else runs.push({ name, group, only, span: 1 });
  }
  return (
    <tr className="data-table__groups">
      {lead && <td />}
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

function Skeletons({ lines, columns, lead }: LeadProps & { lines: number; columns: readonly HeadColumn[] }) {
  return Array.from({ length: lines }, (_, line) => (
    <tr key={`line${String(line)}`}>
      {lead && <td className="data-table__select" />}
      {columns.map(({ name, only }, column) => (
        <td key={name} data-column={name} data-only={only}>
          <span className="skeleton" style={{ width: `${40 + ((line * 17 + column * 23) % 40)}%` }} />
        </td>
      ))}
    </tr>
  ));
}
