import { type MachineOfEvent, webhookMessage } from '@fournil/contract/webhooks/webhookEvents';
import { sql } from 'kysely';
import { organisationScope, type Trx } from '../../db/database.ts';
import { returningOne } from '../../db/organisations.ts';
import { withStructureTree } from '../../db/structureTree.ts';
import { newId } from '../../kit/ids.ts';
import type { Catalogue } from '../../kit/jobs/catalogue.ts';
import type { Services } from '../../kit/services.ts';

type Happened = Catalogue['webhook.happened'];

/**
 * INT-05: from events to messages: one row for each endpoint that wants it, and one job for each endpoint that got any.
 * A storm of events is a few statements. May run twice.
 */
export function writeMessages(services: Services, organisationId: string, events: readonly Happened[]): Promise<void> {
  return services.db.as(organisationScope(organisationId), (trx) => writeOf(services, trx, organisationId, events));
}

async function writeOf(
  services: Services,
  trx: Trx,
  organisationId: string,
  events: readonly Happened[],
): Promise<void> {
  const endpoints = await trx
    .selectFrom('webhooks')
    .innerJoin('organisations', 'organisations.id', 'webhooks.organisationId')
    .select(['webhooks.id', 'events', 'structureIds'])
    .where('webhooks.organisationId', '=', organisationId)
    .where('active', '=', true)
    .where('organisations.deletedAt', 'is', null)
    .execute();
  if (endpoints.length === 0) return;
  const machines = await machinesOf(trx, organisationId, events);
  const rows = events.flatMap((event) => {
    const machine = event.machineId === null ? null : machines.get(event.machineId);
    // Deleted meanwhile.
    if (machine === undefined) return [];
    const payload = payloadOf(event, machine?.view ?? null);
    return endpoints
      .filter(({ events: wanted }) => wanted.includes(event.type))
      .filter(({ structureIds }) => isInside(structureIds, machine?.structures ?? null))
      .map(({ id: webhookId }) => ({ id: newId(), webhookId, messageId: event.id, type: event.type, payload }));
  });
  await insertDeliveries(services, trx, organisationId, rows);
}

export interface NewDelivery {
  id: string;
  webhookId: string;
  messageId: string;
  type: string;
  payload: string;
}

/** Stored with the job that sends them, in the same transaction. */
export async function insertDeliveries(
  services: Services,
  trx: Trx,
  organisationId: string,
  rows: readonly NewDelivery[],
): Promise<void> {
  if (rows.length === 0) return;
  const now = services.now();
  await sql`insert into "webhookDeliveries" ("organisationId", id, "webhookId", "messageId", type, payload, "createdAt",
      "nextAt")
    select ${organisationId}, row.id, row."webhookId", row."messageId", row.type, row.payload, ${now}::timestamptz,
      ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row (id uuid, "webhookId" uuid, "messageId" uuid, type text, payload text)
    on conflict ("organisationId", "webhookId", "messageId") do nothing
    ${returningOne}`.execute(trx);
  const endpoints = [...new Set(rows.map(({ webhookId }) => webhookId))];
  await services.jobs.announceAll(
    trx,
    'webhook.waiting',
    endpoints.map((webhookId) => ({ organisationId, webhookId })),
  );
}

/** The body, as it is signed and sent in every try. */
function payloadOf({ type, at, facts }: Happened, machine: MachineOfEvent | null): string {
  const data = machine ? { machine, ...facts } : facts;
  return JSON.stringify(webhookMessage(type).parse({ type, timestamp: at, data }));
}

/** Events without a machine concern the whole organisation. */
function isInside(wanted: readonly string[], structures: readonly string[] | null): boolean {
  return wanted.length === 0 || structures === null || structures.some((id) => wanted.includes(id));
}

interface Described {
  view: MachineOfEvent;
  /** The machine's structure and those above it. */
  structures: string[];
}

async function machinesOf(
  trx: Trx,
  organisationId: string,
  events: readonly Happened[],
): Promise<Map<string, Described>> {
  const ids = [...new Set(events.flatMap(({ machineId }) => machineId ?? []))];
  if (ids.length === 0) return new Map();
  const { rows } = await sql<MachineRow>`${withStructureTree(sql<boolean>`"organisationId" = ${organisationId}`)}
    select machines.id, machines.name, "serialNumber", category, tree.id as "structureId", tree.name as "structureName",
      tree.path, tree.ids
    from machines left join tree on tree.id = machines."structureId"
    where machines."organisationId" = ${organisationId} and machines.id = any(${ids}::uuid[])`.execute(trx);
  return new Map(
    rows.map(({ id, name, serialNumber, category, structureId, structureName, path, ids: structures }) => {
      const structure = structureId === null ? null : { id: structureId, name: structureName ?? '', path: path ?? [] };
      return [id, { view: { id, name, serialNumber, category, structure }, structures: structures ?? [] }];
    }),
  );
}

interface MachineRow extends Omit<MachineOfEvent, 'structure'> {
  structureId: string | null;
  structureName: string | null;
  path: string[] | null;
  ids: string[] | null;
}
