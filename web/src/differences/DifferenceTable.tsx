import { idOf } from '@fournil/contract/kit/addresses';
import type { ProgramMachineView } from '@fournil/contract/machines/installation';
import type { MachineView } from '@fournil/contract/machines/machine';
import { useListContext } from 'ra-core';
import { useRead } from '../data/index.ts';
import { SelectPage } from '../kit/bulk/SelectPage.tsx';
import { SortHead } from '../kit/lists/SortHead.tsx';
import { useMay } from '../kit/session/profile.ts';
import { DifferenceRow } from './DifferenceRow.tsx';
import { machinesReading } from './differenceQueries.ts';
import { useT } from './messages.ts';

/** MNU-02: one row for each program that was changed at an oven. */
export function DifferenceTable() {
  const t = useT();
  const may = useMay();
  const { data: rows, isPending, filterValues } = useListContext<ProgramMachineView>();
  const machines = useRead(machinesReading(rows ?? [])).data?.data;
  // A link to the comparison of one program on one oven.
  const isOne = filterValues['machine'] !== undefined && filterValues['program'] !== undefined;
  const canSelect = may('programMachines.edit') || may('programMachines.adopt');
  return (
    <div className="plain-list">
      <table className="table differences__table">
        <caption className="unseen">{t('differences.title')}</caption>
        <thead>
          <tr>
            {canSelect && (
              <td>
                <SelectPage label={t('differences.selectPage')} />
              </td>
            )}
            <SortHead name="program" label={t('differences.program')} />
            <SortHead name="oven" label={t('differences.oven')} order="machineName" />
            <SortHead name="changed" label={t('differences.changed')} />
            <SortHead name="since" label={t('differences.since')} order="since" />
            <SortHead name="actions" label="" />
          </tr>
        </thead>
        <tbody aria-busy={isPending}>
          {rows
            ? rows.map((row) => (
                <DifferenceRow
                  key={row.id}
                  row={row}
                  machine={machineOf(machines, row)}
                  canSelect={canSelect}
                  isOpenAtFirst={isOne}
                />
              ))
            : Array.from({ length: 6 }, (_, line) => (
                <tr key={`row${String(line)}`}>
                  {Array.from({ length: canSelect ? 6 : 5 }, (_cell, column) => (
                    <td key={`cell${String(column)}`}>
                      <span className="skeleton" style={{ width: `${40 + ((line * 17 + column * 23) % 40)}%` }} />
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  );
}

function machineOf(machines: readonly MachineView[] | undefined, { machine }: ProgramMachineView) {
  const id = idOf(machine);
  return machines?.find((one) => one.id === id);
}
