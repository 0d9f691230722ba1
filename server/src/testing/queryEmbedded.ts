import { runningCluster } from '../db/embedded/cluster.ts';
import { withClient } from '../db/withClient.ts';

/**
 * Queries the embedded database over `dataDir` as its owner while a product runs: for data that a journey cannot
 * create through the page in reasonable time.
 */
export async function queryEmbedded(dataDir: string, text: string): Promise<void> {
  const url = await runningCluster(dataDir);
  if (url === null) throw new Error('The database of the product does not run.');
  await withClient(url, (client) => client.query(text));
}
