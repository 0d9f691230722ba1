import { type MachineView, machineStateOf } from '@fournil/contract/machines/machine';
import { type Api, atOven, membersOf, type OvenView, ovenOf, ovens } from './api.ts';
import { until } from './product.ts';

export interface Pick {
  machine: MachineView;
  oven: OvenView;
}

/** Machines of a category that are working, each with its oven; the coolest first. */
export async function machinesOf(api: Api, category: string, structureName?: string): Promise<Pick[]> {
  const machines = membersOf<MachineView>(await api.get(`/machines?category=${category}&itemsPerPage=100`));
  const fleet = await ovens();
  return machines
    .filter(
      (machine) =>
        machine.approved &&
        machine.pairing.state === 'paired' &&
        (!structureName || machine.structureName === structureName),
    )
    .flatMap((machine) => {
      const oven = fleet.find(({ serialNumber }) => serialNumber === machine.serialNumber);
      return oven ? [{ machine, oven }] : [];
    })
    .sort((a, b) => (a.oven.chamberTemperature ?? 0) - (b.oven.chamberTemperature ?? 0));
}

/**
 * Sets the oven to real time, so that nothing changes during a test; connected and without faults, in the console too.
 */
export async function calm(api: Api, { machine: { id, serialNumber } }: Pick): Promise<void> {
  await atOven(serialNumber, 'speed', { speed: 1 });
  const { powered } = await ovenOf(serialNumber);
  if (!powered) await atOven(serialNumber, 'power', { on: true });
  await atOven(serialNumber, 'link', { on: true });
  for (const code of (await ovenOf(serialNumber)).errors) await atOven(serialNumber, 'error', { code, on: false });
  await until(
    'the machine is connected and well',
    async () => machineStateOf((await api.get(`/machines/${id}`)) as MachineView) === 'connected',
  );
}
