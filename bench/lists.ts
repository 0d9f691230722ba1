import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { Trx } from '../server/src/db/database.ts';
import type { Tables } from '../server/src/db/tables/index.ts';
import type { Member } from '../server/src/kit/caller.ts';
import { listMachines } from '../server/src/machines/queries.ts';
import { idOf } from './seed.ts';

/** The statements that the machine list sends, written out for pgbench: the same answer without anything of ours around it. */
export async function writeListScripts(folder: string, organisations: number): Promise<string[]> {
  const files: string[] = [];
  for (let number = 1; number <= organisations; number += 1) {
    const file = join(folder, `list-${number}.sql`);
    writeFileSync(file, (await statementsOf(number)).map((text) => `${text};\n`).join(''));
    files.push(file);
  }
  return files;
}

async function statementsOf(organisation: number): Promise<string[]> {
  const said: string[] = [];
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (inner) => new PostgresIntrospector(inner),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: (event) => {
      said.push(withValues(event.query.sql, event.query.parameters));
    },
  });
  const member: Member = {
    userId: idOf(2, organisation * 2),
    sessionId: '',
    organisationId: idOf(1, organisation),
    kind: 'clientAdmin',
    secondStepPending: false,
    rights: [],
    remoteParamsEdit: false,
    email: '',
    fullName: '',
    language: 'EN',
    temperatureUnit: 'C',
    dateDisplay: 1,
    timezone: null,
  };
  // The count finds no row in a driver that answers nothing; the statements are what is wanted.
  await listMachines(db as unknown as Trx, member, { page: 1, itemsPerPage: 30, order: null, filters: {} }, new Date()).catch(() => undefined);
  return said;
}

function withValues(text: string, parameters: readonly unknown[]): string {
  return text
    .replace(/\$(\d+)/g, (_, number: string) => {
      const value = parameters[Number(number) - 1];
      return typeof value === 'number' ? String(value) : `'${String(value)}'`;
    })
    .replace(/\s*\n\s*/g, ' ');
}
