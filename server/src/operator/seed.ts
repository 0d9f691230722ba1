import { setActive } from '../accounts/index.ts';
import { StartRefused } from '../base/config.ts';
import { isUniqueViolation } from '../db/failures.ts';
import { migrate } from '../db/migrate.ts';
import { demoEmails, demoPassword, seedDemo } from '../demo/index.ts';
import { makeDatabase, withDatabase, withServer } from './access.ts';
import type { CommandCall } from './commandCall.ts';
import { counted } from './counted.ts';
import { seedLoad } from './seedLoad.ts';

const machinesPerOrganisation = 1000;

/** Fills an empty database with the demonstration. */
export async function seedDemonstration({ config, say }: CommandCall): Promise<number> {
  await makeDatabase(config);
  return withServer(config, async (services) => {
    const { ovens } = await seedDemo(services);
    await setActive(services, demoEmails(), config.demo);
    say(
      `The demo is there, with ${ovens.length} ovens. Everybody’s password is ${demoPassword}; it opens nothing unless the demo is on.`,
    );
    return 0;
  });
}

/** Fills an empty database with so many machines, to try its size. */
export async function seedMachines({ config, say }: CommandCall, machineCount: number): Promise<number> {
  await makeDatabase(config);
  return withDatabase(config, async (url) => {
    await migrate(url);
    const organisationCount = Math.max(1, Math.ceil(machineCount / machinesPerOrganisation));
    await seedLoad(url, { organisations: organisationCount, machines: machineCount }).catch(
      (error: { code?: string }) => {
        throw isUniqueViolation(error) ? new StartRefused('This database has been filled already.') : error;
      },
    );
    say(
      `${machineCount} machines in ${counted(organisationCount, 'organisation')}; bench1-0@bench.test is the first one’s admin.`,
    );
    return 0;
  });
}
