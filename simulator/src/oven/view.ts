import { reasonText } from '@fournil/contract/machine-link/reasons';
import type { Connection } from '../link/connection.ts';
import type { Remembered } from '../state/store.ts';
import { stepAt } from '../work/runnableProgram.ts';
import { isDoorOpen } from '../work/work.ts';

/** What the control interface shows of an oven. */
export function viewOf(memory: Remembered, connection: Connection, speed: number) {
  const { plate, credentials, work, holding, queue } = memory;
  const task = work?.task;
  const running = task?.kind === 'program' ? task : null;
  return {
    serialNumber: plate.serialNumber,
    model: plate.model,
    softwareVersion: memory.softwareVersion,
    update: memory.update && { version: memory.update.version, phase: memory.update.phase },
    machineId: credentials?.machineId ?? null,
    paired: credentials !== null,
    connected: connection.isConnected(),
    linkPulled: connection.isPulled(),
    powered: !work?.isUnpowered,
    occupation: task?.kind ?? 'off',
    program: running?.program.name ?? null,
    step: running && work ? stepAt(running.program, (work.nowAt - running.startedAt) / 1000) + 1 : null,
    stepCount: running?.program.spans.length ?? null,
    chamberTemperature: work ? Math.round(work.temperatureCelsius) : null,
    doorOpen: work ? isDoorOpen(work) : false,
    errors: work?.faults.map((fault) => fault.code) ?? [],
    speed,
    clockOffSeconds: Math.round((memory.clockOffMs ?? 0) / 1000),
    unacknowledged: queue.length,
    programs: holding.held.map(({ id, revision, state, reason, body }) => ({
      id,
      name: body?.name ?? null,
      revision,
      state,
      reason: reason === undefined ? null : reasonText(reason, 'EN', 'C'),
    })),
  };
}
