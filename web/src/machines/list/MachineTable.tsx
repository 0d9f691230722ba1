import type { MachineView } from '@fournil/contract/machines/machine';
import { useListContext } from 'ra-core';
import { TableFrame } from '../../kit/lists/TableFrame.tsx';
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
  const { data, perPage, selectedIds, onToggleItem } = useListContext<MachineView>();
  return (
    <TableFrame
      className="machine-table"
      title={t('machines.title')}
      columns={(['name', ...shown] as const).map((name) => ({
        name,
        label: t(`machines.columns.${name}`),
        order: sortFields[name],
        isLatestFirst: name === 'lastFault',
      }))}
      rows={data}
      expectedRows={Math.min(perPage, 30)}
      lead="selectPage"
    >
      {(machine) => (
        <MachineRow
          key={machine.id}
          machine={machine}
          columns={shown}
          isSelected={selectedIds.includes(machine.id)}
          onToggle={onToggleItem}
        />
      )}
    </TableFrame>
  );
}
