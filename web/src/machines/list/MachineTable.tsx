import type { MachineView } from '@fournil/contract/machines/machine';
import { useListContext } from 'ra-core';
import { SelectPage } from '../../kit/bulk/SelectPage.tsx';
import { SortHead } from '../../kit/lists/SortHead.tsx';
import { useT } from '../messages.ts';
import { type Column, useColumns } from './columns.ts';
import { MachineRow } from './MachineRow.tsx';

const sortFields: Partial<Record<Column | 'name', string>> = {
  name: 'name',
  structure: 'structureName',
  serialNumber: 'serialNumber',
  category: 'categoryName',
  state: 'state',
  lastFault: 'lastFaultAt',
};

/** The dense table: thirty machines on one screen. */
export function MachineTable() {
  const t = useT();
  const [shown] = useColumns();
  const { data, isPending, perPage, selectedIds, onToggleItem } = useListContext<MachineView>();
  return (
    <div className="machine-table__scroller">
      <table className="table machine-table" aria-busy={isPending}>
        <thead>
          <tr>
            <th className="machine-table__select">
              <SelectPage label={t('machines.select.page')} />
            </th>
            <ColumnHead column="name" />
            {shown.map((column) => (
              <ColumnHead key={column} column={column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {data
            ? data.map((machine) => (
                <MachineRow
                  key={machine.id}
                  machine={machine}
                  columns={shown}
                  isSelected={selectedIds.includes(machine.id)}
                  onToggle={onToggleItem}
                />
              ))
            : Array.from({ length: Math.min(perPage, 30) }, (_, index) => (
                <SkeletonRow key={`row${String(index)}`} index={index} columns={shown.length + 1} />
              ))}
        </tbody>
        <caption className="unseen">{t('machines.title')}</caption>
      </table>
    </div>
  );
}

function ColumnHead({ column }: { column: Column | 'name' }) {
  const t = useT();
  return (
    <SortHead
      name={column}
      label={t(`machines.columns.${column}`)}
      order={sortFields[column]}
      isLatestFirst={column === 'lastFault'}
    />
  );
}

function SkeletonRow({ index, columns }: { index: number; columns: number }) {
  return (
    <tr>
      <td />
      {Array.from({ length: columns }, (_, column) => (
        <td key={`cell${String(column)}`}>
          <span className="skeleton" style={{ width: `${40 + ((index * 7 + column * 13) % 45)}%` }} />
        </td>
      ))}
    </tr>
  );
}
