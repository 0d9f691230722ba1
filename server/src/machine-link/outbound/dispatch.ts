import { sql } from 'kysely';
import { linkScope } from '../../db/database.ts';
import type { Services } from '../../kit/services.ts';
import type { Broker } from '../broker/broker.ts';
import { publishCommands } from './publishCommands.ts';
import { publishDesired } from './publishDesired.ts';

/** What is done for a machine by the server to which it is connected. */
type Errand = 'desired' | 'commands' | 'ban' | 'reconnected';

interface Notice {
  errand: Errand;
  machineIds: string[];
  /** The server that tells it. */
  from: string;
}

const linkChannel = 'fournil_link';
const againMilliseconds = 5000;
/** NOTIFY takes 8,000 bytes; an id is 39 of them. */
const idsPerNotice = 150;

export interface Dispatch {
  /** Does it here, or tells the server to which the machine is connected. */
  send(errand: Exclude<Errand, 'reconnected'>, machineId: string): Promise<void>;
  /** Machines that have connected to this server: another one ends the connection that it may still hold. */
  reconnected(machineIds: readonly string[]): Promise<void>;
}

/**
 * SCL-02: with embedded brokers a machine is connected to one server, and what is meant for it comes from any: the
 * others are told by NOTIFY. A server that may have missed notices compares its machines with the database afterwards.
 */
export function openDispatch(services: Services, broker: Broker): Dispatch {
  const run = async (errand: Errand, machineId: string): Promise<void> => {
    if (errand === 'commands') return publishCommands(services, broker, machineId);
    if (errand !== 'desired') await broker.disconnect(machineId);
    if (errand !== 'reconnected') await publishDesired(services, broker, machineId);
  };
  const runAll = async (errand: Errand, machineIds: readonly string[]) => {
    for (const machineId of machineIds.filter(broker.has))
      await run(errand, machineId).catch((error) => {
        services.log.error({ err: error, errand }, 'machine link errand');
        later();
      });
  };
  let waiting: NodeJS.Timeout | undefined;
  /** The server that has told it does not try again, so this one does. */
  const later = () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => void compare(), againMilliseconds).unref();
  };
  const compare = () =>
    catchUp(services, broker, runAll).catch((error) => {
      services.log.error({ err: error }, 'machine link errands');
      later();
    });
  const tell = async (errand: Errand, machineIds: readonly string[]) => {
    for (let from = 0; from < machineIds.length; from += idsPerNotice) {
      const notice: Notice = {
        errand,
        machineIds: machineIds.slice(from, from + idsPerNotice),
        from: services.serverId,
      };
      await services.db.as(linkScope, (trx) =>
        sql`select pg_notify(${linkChannel}, ${JSON.stringify(notice)})`.execute(trx),
      );
    }
  };
  if (!broker.isShared) {
    services.notices.on(linkChannel, {
      onNote: (payload) => {
        const { errand, machineIds, from } = JSON.parse(payload) as Notice;
        if (from !== services.serverId) void runAll(errand, machineIds);
      },
      onBack: () => void compare(),
    });
  }
  return {
    send: async (errand, machineId) => {
      if (broker.has(machineId)) return run(errand, machineId);
      await tell(errand, [machineId]);
    },
    reconnected: async (machineIds) => {
      if (!broker.isShared) await tell('reconnected', machineIds);
    },
  };
}

/** After lost notices: what has changed for the machines that are connected here. */
async function catchUp(
  services: Services,
  broker: Broker,
  runAll: (errand: Errand, machineIds: readonly string[]) => Promise<void>,
): Promise<void> {
  const here = broker.connectedHere();
  if (here.length === 0) return;
  const { rows } = await services.db.as(linkScope, (trx) =>
    sql<{ id: string; isOut: boolean; isBehind: boolean; isCommanded: boolean }>`select here.id,
      machine.id is null or not machine.active or machine."pairedAt" is null as "isOut",
      machine."desiredVersion" is distinct from state."reportedDesiredVersion" as "isBehind",
      exists (select from "machineCommands" where "machineId" = here.id and state = 'pending') as "isCommanded"
      from unnest(${here}::uuid[]) as here (id)
      left join machines machine on machine.id = here.id
      left join "machineStates" state on state."machineId" = here.id`.execute(trx),
  );
  const where = (matches: (row: (typeof rows)[number]) => boolean) => rows.filter(matches).map(({ id }) => id);
  await runAll(
    'ban',
    where(({ isOut }) => isOut),
  );
  await runAll(
    'desired',
    where(({ isOut, isBehind }) => !isOut && isBehind),
  );
  await runAll(
    'commands',
    where(({ isOut, isCommanded }) => !isOut && isCommanded),
  );
}
