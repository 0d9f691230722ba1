import pg from 'pg';
import { StartRefused } from '../base/config.ts';
import type { LoginUrls } from './database.ts';
import { placedTables } from './distribution/isDistributed.ts';
import { type Login, logins, passwordOf, prefixQuery } from './roles.ts';
import { withClient } from './withClient.ts';

/**
 * SEC-05: sets every login's password as derived from the master key, and returns the logins' addresses. The owner's
 * own address is used at the start and by the operator's commands; no permanent connection has it.
 */
export async function openLogins(ownerUrl: string, masterKey: Buffer): Promise<LoginUrls> {
  const prefix = await findPrefix(ownerUrl);
  const urlFor: LoginUrls = (login, at = ownerUrl) => addressOf(at, `${prefix}_${login}`, masterKey);
  const connectionErrors = () => Promise.all(logins.map((login) => connectionError(urlFor(login))));
  if ((await connectionErrors()).every((refusal) => refusal === null)) return urlFor;
  await setPasswords(ownerUrl, prefix, masterKey);
  const refusal = (await connectionErrors()).find((one) => one !== null);
  if (refusal)
    throw new StartRefused(
      `The database does not let Fournil's own logins (${prefix}_…) in: ${refusal}. They sign in with passwords over the address in DATABASE_URL.`,
    );
  return urlFor;
}

/**
 * SCL-03: the time limits of the calls' logins as settings of their roles, because a pooler does not pass on those of a
 * connection.
 */
export async function setTimeLimits(ownerUrl: string, limits: Record<string, number>): Promise<void> {
  const prefix = await findPrefix(ownerUrl);
  await withClient(ownerUrl, async (client) => {
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock(hashtextextended('fournil logins', 0))`);
    for (const login of ['app', 'staff', 'gate', 'link'] satisfies Login[]) {
      const role = `${prefix}_${login}`;
      const { rows } = await client.query<{ setting: string }>(
        `select unnest(setconfig) as setting from pg_db_role_setting join pg_roles on pg_roles.oid = setrole
         where rolname = $1 and setdatabase = 0`,
        [role],
      );
      const known = new Set(rows.map(({ setting }) => setting));
      for (const [name, milliseconds] of Object.entries(limits))
        if (!known.has(`${name}=${milliseconds}`))
          await client.query(
            `alter role ${pg.escapeIdentifier(role)} set ${pg.escapeIdentifier(name)} = ${milliseconds}`,
          );
    }
    await client.query('commit');
  });
}

/** As the owner of the tables; several servers may do it at once. */
export async function setPasswords(ownerUrl: string, prefix: string, masterKey: Buffer): Promise<void> {
  await withClient(ownerUrl, async (client) => {
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock(hashtextextended('fournil logins', 0))`);
    const isDistributed = (await placedTables(client)).size > 0;
    // The nodes are reached as the login of the call, backups too.
    for (const login of isDistributed ? ([...logins, 'keeper'] as const) : logins) {
      const role = `${prefix}_${login}`;
      const password = passwordOf(masterKey, role);
      await client.query(`alter role ${pg.escapeIdentifier(role)} login password ${pg.escapeLiteral(password)}`);
      if (isDistributed) await tellNodes(client, role, password);
    }
    await client.query('commit');
  });
}

/** SCL-03: the password with which the coordinator of a distributed database, and each node, reaches the others. */
async function tellNodes(client: pg.ClientBase, role: string, password: string): Promise<void> {
  await client.query(
    `insert into pg_dist_authinfo (nodeid, rolename, authinfo) values (0, $1, $2)
     on conflict (nodeid, rolename) do update set authinfo = excluded.authinfo`,
    [role, `password=${password}`],
  );
}

export function findPrefix(ownerUrl: string): Promise<string> {
  return withClient(
    ownerUrl,
    async (client) => (await client.query<{ prefix: string }>(prefixQuery)).rows[0]?.prefix ?? '',
  );
}

function addressOf(ownerUrl: string, role: string, masterKey: Buffer): string {
  const url = new URL(ownerUrl);
  url.username = role;
  url.password = passwordOf(masterKey, role);
  return url.href;
}

async function connectionError(url: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  try {
    await client.connect();
    return null;
  } catch (error) {
    return (error as Error).message;
  } finally {
    await client.end().catch(() => undefined);
  }
}
