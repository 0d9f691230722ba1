import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { migrateTo } from '../db/migrate.ts';
import { withClient } from '../db/withClient.ts';

/** A database of an earlier version, whose owner is no superuser, for tests of a migration with existing rows. */
export async function databaseAt(migration: string): Promise<{ byOwner: string; bySuperuser: string }> {
  const name = `earlier_${randomBytes(8).toString('hex')}`;
  const cluster = new URL(inject('clusterUrl'));
  cluster.pathname = '/postgres';
  await withClient(cluster.href, async (client) => {
    await client.query(`create role ${name} login createrole password '${name}'`);
    await client.query(`create database ${name} template template0 owner ${name}`);
  });
  const bySuperuser = new URL(cluster);
  bySuperuser.pathname = `/${name}`;
  const byOwner = new URL(bySuperuser);
  byOwner.username = name;
  byOwner.password = name;
  await migrateTo(byOwner.href, migration);
  return { byOwner: byOwner.href, bySuperuser: bySuperuser.href };
}
