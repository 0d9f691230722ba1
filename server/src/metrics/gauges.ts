import { sql } from 'kysely';
import { Counter, Gauge, type Registry } from 'prom-client';
import { gateScope, staffScope } from '../db/database.ts';
import { foreignTopics } from '../kit/foreignTopics.ts';
import { partitionStates } from '../kit/partitions.ts';
import type { Services } from '../kit/services.ts';

/** What the machine link counts: reports since the start of this server, and machines of all. */
export interface LinkCounts {
  storedReports(): number;
  refusedReports(): readonly { topic: string; code: string; count: number }[];
  atFormerAddress(): Promise<number>;
}

/** Computed when the metrics are read: each server reports the shared database's values, and its own. */
export function addGauges(
  registry: Registry,
  services: Services,
  { storedReports, refusedReports, atFormerAddress }: LinkCounts,
): void {
  const registers = [registry];
  new Gauge({
    name: 'fournil_database_connections',
    help: 'Connections of this server to the database, and calls that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(services.db.connections())) this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'fournil_jobs',
    help: 'Jobs by queue: waiting, to be tried again, at work, given up.',
    labelNames: ['queue', 'state'],
    registers,
    async collect() {
      this.reset();
      for (const { queue, state, count } of await jobsOf(services)) this.set({ queue, state }, count);
    },
  });
  new Gauge({
    name: 'fournil_mails_waiting',
    help: 'E-mails that are written and not sent.',
    registers,
    async collect() {
      const waiting = (await jobsOf(services)).filter(
        ({ queue, state }) => queue === 'mail.written' && state !== 'failed',
      );
      this.set(waiting.reduce((sum, { count }) => sum + count, 0));
    },
  });
  addMachineGauges(registry, services, atFormerAddress);
  addPartitionGauges(registry, services);
  new Counter({
    name: 'fournil_machine_reports_stored_total',
    help: 'Reports of machines that this server has stored and acknowledged.',
    registers,
    collect() {
      this.reset();
      this.inc(storedReports());
    },
  });
  new Counter({
    name: 'fournil_machine_foreign_topics_total',
    help: 'Tries of machines to publish or subscribe to topics that are not their own, as far as this server was asked.',
    labelNames: ['action'],
    registers,
    collect() {
      this.reset();
      for (const [action, count] of foreignTopics(services)) this.inc({ action }, count);
    },
  });
  new Counter({
    name: 'fournil_machine_reports_refused_total',
    help: 'Messages of machines, and entries of them, that this server has refused, by topic and code.',
    labelNames: ['topic', 'code'],
    registers,
    collect() {
      this.reset();
      for (const { topic, code, count } of refusedReports()) this.inc({ topic, code }, count);
    },
  });
}

function addMachineGauges(
  registry: Registry,
  services: Services,
  atFormerAddress: LinkCounts['atFormerAddress'],
): void {
  const registers = [registry];
  new Gauge({
    name: 'fournil_machines_connected',
    help: 'Machines that answer.',
    registers,
    async collect() {
      const { rows } = await services.db.as(staffScope, (trx) =>
        sql<{ count: number }>`select count(*)::int as count from "machineStates" where connected`.execute(trx),
      );
      this.set(rows[0]?.count ?? 0);
    },
  });
  new Gauge({
    name: 'fournil_machines_at_former_address',
    help: 'Machines in service that were last connected under another address of the broker.',
    registers,
    async collect() {
      this.set(await atFormerAddress());
    },
  });
}

/** SCL-03 */
function addPartitionGauges(registry: Registry, services: Services): void {
  new Gauge({
    name: 'fournil_partitions_ahead',
    help: 'Partitions after the present one (months; of readings days). Below 1, rows will go to the default partition.',
    labelNames: ['table'],
    registers: [registry],
    async collect() {
      for (const { name, ahead } of await partitionStates(services)) this.set({ table: name }, ahead);
    },
  });
  new Gauge({
    name: 'fournil_default_partition_rows',
    help: 'Rows in the default partition, counted up to 10,000.',
    labelNames: ['table'],
    registers: [registry],
    async collect() {
      for (const { name, rowsApart } of await partitionStates(services)) this.set({ table: name }, rowsApart);
    },
  });
}

/** In one query for all queues; completed jobs are not counted. */
async function jobsOf(services: Services): Promise<{ queue: string; state: string; count: number }[]> {
  const { rows } = await services.db.as(gateScope, (trx) =>
    sql<{ queue: string; state: string; count: number }>`
      select name as queue, state::text, count(*)::int as count from pgboss.job
      where state in ('created', 'retry', 'active', 'failed') group by 1, 2`.execute(trx),
  );
  return rows;
}
