import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unfiltered } from '@fournil/contract/kit/listQuery';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { Trx } from '../server/src/db/database.ts';
import type { Tables } from '../server/src/db/tables/index.ts';
import type { Member } from '../server/src/kit/caller.ts';
import { listMachines } from '../server/src/machines/queries.ts';
import { idOf } from '../server/src/operator/seedLoad.ts';
import type { Call } from './load.ts';

/** A statement of the machine list as `pg` takes it. */
export interface Statement {
  name: string;
  text: string;
  values: unknown[];
}

/** The statements of the machine list, for the comparators: the same answer without the product's own code. */
export interface ListStatements {
  /** For pgbench: a file for each organisation. */
  scripts: string[];
  /** For the bare server: a file with the statements of each organisation. */
  file: string;
}

export async function writeListStatements(folder: string, organisations: number): Promise<ListStatements> {
  const scripts: string[] = [];
  const all: Statement[][] = [];
  for (let number = 1; number <= organisations; number += 1) {
    const statements = await statementsOf(number);
    const script = join(folder, `list-${number}.sql`);
    writeFileSync(script, statements.map(({ text, values }) => `${withValues(text, values)};\n`).join(''));
    scripts.push(script);
    all.push(statements);
  }
  const file = join(folder, 'statements.json');
  writeFileSync(file, JSON.stringify(all));
  return { scripts, file };
}

/** A call of this list for each token, with the tag of its present answer. */
export async function callsOfUnchanged(port: number, path: string, tokens: readonly string[]): Promise<Call[]> {
  const calls: Call[] = [];
  for (const token of tokens) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${token}` } });
    calls.push({ method: 'GET', path, token, knownTag: answer.headers.get('ETag') ?? '' });
    await answer.arrayBuffer();
  }
  return calls;
}

async function statementsOf(organisation: number): Promise<Statement[]> {
  const said: Statement[] = [];
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (inner) => new PostgresIntrospector(inner),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: (event) => {
      said.push({ name: `list${said.length}`, text: event.query.sql, values: [...event.query.parameters] });
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
  // A driver without rows makes the count fail; only the statements are needed.
  await listMachines(db as unknown as Trx, member, { ...unfiltered, page: 1, itemsPerPage: 30 }, new Date()).catch(
    () => undefined,
  );
  return said;
}

function withValues(text: string, parameters: readonly unknown[]): string {
  return (
    text
      .replace(/\$(\d+)/g, (_, number: string) => {
        const value = parameters[Number(number) - 1];
        if (typeof value === 'number') return String(value);
        return `'${value instanceof Date ? value.toISOString() : String(value)}'`;
      })
      .replace(/\s*\n\s*/g, ' ')
      // pgbench takes a colon before a letter as a variable of its own, also within a quoted text.
      .replace(/(?<!:):(?=[a-z_])/gi, ":' || '")
  );
}
