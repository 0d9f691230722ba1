import { setActive } from '../accounts/index.ts';
import { StartRefused } from '../base/config.ts';
import { isUniqueViolation } from '../db/failures.ts';
import { migrate } from '../db/migrate.ts';
import { demoEmails, demoPassword, seedDemo } from '../demo/index.ts';
import { makeDatabase, withDatabase, withHouse } from './access.ts';
import { calledAs, type Order, WrongUse } from './order.ts';
import { seedLoad } from './seedLoad.ts';

const usualMachines = 1000;
const machinesPerOrganisation = 1000;

export async function seed(order: Order): Promise<number> {
  const [what, machines = String(usualMachines)] = order.args;
  if (what === 'demo' && order.args.length === 1) return seedTheDemo(order);
  if (what === 'load' && /^[1-9]\d{0,6}$/.test(machines)) return seedMany(order, Number(machines));
  throw new WrongUse(`It is called like this: ${calledAs('seed demo | load [machines]')}`);
}

async function seedTheDemo({ config, say }: Order): Promise<number> {
  await makeDatabase(config);
  return withHouse(config, async (house) => {
    const { ovens } = await seedDemo(house);
    await setActive(house, demoEmails(), config.demo);
    say(
      `The demo is there, with ${ovens.length} ovens. Everybody’s password is ${demoPassword}; it opens nothing unless the demo is on.`,
    );
    return 0;
  });
}

async function seedMany({ config, say }: Order, machines: number): Promise<number> {
  await makeDatabase(config);
  return withDatabase(config, async (url) => {
    await migrate(url);
    const organisations = Math.max(1, Math.ceil(machines / machinesPerOrganisation));
    await seedLoad(url, { organisations, machines }).catch((error: { code?: string }) => {
      throw isUniqueViolation(error) ? new StartRefused('This database has been filled already.') : error;
    });
    say(
      `${machines} machines in ${organisations} organisation${organisations === 1 ? '' : 's'}; bench1-0@bench.test is the first one’s admin.`,
    );
    return 0;
  });
}
