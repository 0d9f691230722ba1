import { newId } from '../kit/ids.ts';
import { anOrganisation } from './builders.ts';
import { type DdiClient, ddiClient } from './ddiClient.ts';
import type { TestServer } from './testServer.ts';

export interface Fleet {
  organisation: string;
  ids: string[];
  clients: DdiClient[];
}

export interface FleetOptions {
  organisation?: string;
  model?: string;
  structure?: string;
}

/** Machines in service, in the state after pairing; inserted in one statement, because they are many. */
export async function aFleetOf(server: TestServer, machines: number, options: FleetOptions = {}): Promise<Fleet> {
  const organisation = options.organisation ?? (await anOrganisation(server));
  const ids = Array.from({ length: machines }, () => newId());
  await server.ownerQuery(
    `insert into machines (id, "organisationId", name, "serialNumber", "pinHash", category, model, active, approved,
      "structureId", "pairedAt", "pairingNumber", "softwareVersion")
     select id, $2, 'Oven ' || n, 'S' || id, '', 'deck', $3, true, true, $4, now(), 1, '1.0.0'
       from unnest($1::uuid[]) with ordinality as one (id, n)`,
    [ids, organisation, options.model ?? 'sole-3-12', options.structure ?? null],
  );
  const clients = ids.map((id) =>
    ddiClient(server, {
      updateUrl: `https://console.fournil.test/api/ddi/fournil/controller/v1/${id}`,
      updateToken: server.services.keys.updateToken(id, 1),
    }),
  );
  return { organisation, ids, clients };
}
