import { withClient } from '../db/withClient.ts';

/** The addresses of all nodes of a Citus cluster, the coordinator's first; `url` is a superuser's there. */
export async function nodesOf(url: string): Promise<URL[]> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ host: string; port: number }>(
      `select nodename as host, nodeport as port from pg_dist_node where groupid <> 0 and isactive order by nodeid`,
    ),
  );
  const coordinator = new URL(url);
  const workers = rows.map(({ host, port }) => {
    const node = new URL(url);
    node.hostname = host;
    node.port = String(port);
    return node;
  });
  return [coordinator, ...workers];
}

/** A database of one name on every node; the coordinator knows the workers. */
export async function createOnNodes(url: string, name: string): Promise<string> {
  const nodes = await nodesOf(url);
  for (const node of nodes) {
    await withClient(at(node, 'postgres'), (client) => client.query(`create database ${name} template template0`));
    await withClient(at(node, name), (client) => client.query('create extension citus'));
  }
  const [coordinator, ...workers] = nodes as [URL, ...URL[]];
  await withClient(at(coordinator, name), async (client) => {
    await client.query('select citus_set_coordinator_host($1, $2)', [coordinator.hostname, Number(coordinator.port)]);
    for (const { hostname, port } of workers)
      await client.query('select citus_add_node($1, $2)', [hostname, Number(port)]);
  });
  return at(coordinator, name);
}

/** Ends what is connected to a database, Citus' own workers too, and lets nothing in again: it becomes a template. */
export async function closeOnNodes(url: string, name: string): Promise<void> {
  for (const node of await nodesOf(url))
    await withClient(at(node, 'postgres'), async (client) => {
      await client.query(`alter database ${name} allow_connections false`);
      await client.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`);
    });
}

/** A copy of a closed database on every node. */
export async function copyOnNodes(url: string, template: string, name: string): Promise<string> {
  const nodes = await nodesOf(url);
  await Promise.all(
    nodes.map((node) =>
      withClient(at(node, 'postgres'), (client) => client.query(`create database ${name} template ${template}`)),
    ),
  );
  return at(nodes[0] as URL, name);
}

export async function dropOnNodes(url: string, name: string): Promise<void> {
  for (const node of await nodesOf(url))
    await withClient(at(node, 'postgres'), (client) => client.query(`drop database if exists ${name} with (force)`));
}

function at(node: URL, database: string): string {
  const url = new URL(node);
  url.pathname = `/${database}`;
  return url.href;
}
