import { idOf } from '@fournil/contract/kit/addresses';
import type { ProgramMachineView } from '@fournil/contract/machines/installation';
import type { MachineView } from '@fournil/contract/machines/machine';
import { useListContext } from 'ra-core';
import { useRead } from '../data/index.ts';
import { TableFrame } from '../kit/lists/TableFrame.tsx';
import { useMay } from '../kit/session/profile.ts';
import { DifferenceRow } from './DifferenceRow.tsx';
import { machinesReading } from './differenceQueries.ts';
import { useT } from './messages.ts';

/** MNU-02: one row for each program that was changed at an oven. */
export function DifferenceTable() {
  const t = useT();
  const may = useMay();
  const { data: rows, filterValues } = useListContext<ProgramMachineView>();
  const machines = useRead(machinesReading(rows ?? [])).data?.data;
  // A link to the comparison of one program on one oven.
  const isOne = filterValues['machine'] !== undefined && filterValues['program'] !== undefined;
  const canSelect = may('programMachines.edit') || may('programMachines.adopt');
  return (
    <TableFrame
      className="data-table differences__table"
      title={t('differences.title')}
      columns={[
        { name: 'program', label: t('differences.program') },
        { name: 'oven', label: t('differences.oven'), order: 'machineName' },
        { name: 'changed', label: t('differences.changed') },
        { name: 'since', label: t('differences.since'), order: 'since' },
        { name: 'actions', label: '' },
      ]}
      rows={rows}
      lead={canSelect ? 'selectPage' : undefined}
    >
      {(row) => (
        <DifferenceRow
          key={row.id}
          row={row}
          machine={machineOf(machines, row)}
          canSelect={canSelect}
          isOpenAtFirst={isOne}
        />
      )}
    </TableFrame>
  );
}

function machineOf(machines: readonly MachineView[] | undefined, { machine }: ProgramMachineView) {
  const id = idOf(machine);
  return machines?.find((one) => one.id === id);
}
