import type { ProgramMachineView } from '@fournil/contract/machines/installation';
import type { MachineView } from '@fournil/contract/machines/machine';
import { useState } from 'react';
import { call, useOptimisticList } from '../../data/index.ts';
import { useKitT } from '../../kit/messages.ts';
import { movedTo } from '../../kit/order/movedTo.ts';
import { installationsReading } from '../machineQueries.ts';
import { useT } from '../messages.ts';

/**
 * PRG-05: moves a program at once, and back with the reason when the server refuses. `said` is announced to people who
 * cannot see the row move.
 */
export function useMoveInstallation(machine: MachineView) {
  const t = useT();
  const kitT = useKitT();
  const [said, say] = useState('');
  const show = useOptimisticList({
    changes: 'programMachines',
    shown: installationsReading(machine.id),
    next: (known, { one, position }: { one: ProgramMachineView; position: number }) => movedTo(known, one.id, position),
    send: ({ one, position }) => call(`/programMachines/${one.id}`, { method: 'PUT', body: { position } }),
    onRefused: () => say(''),
  });
  const move = (one: ProgramMachineView, position: number) => {
    const before = show({ one, position });
    const name = one.program.name ?? t('machines.installed.restrictedName');
    say(kitT('kit.order.moved', { name, position, count: before?.length ?? position }));
  };
  return { move, said };
}
