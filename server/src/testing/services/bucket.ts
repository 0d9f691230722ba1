import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';

/**
 * An S3 server with one bucket. It computes a wrong signature for listings (a path that ends in a slash), so it checks
 * no signatures.
 */
export async function aBucket(): Promise<{ endpoint: string; url: string; folder: string; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'fournil-bucket-'));
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: folder,
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: 'ovens', configs: [] }],
  });
  const { port } = await server.run();
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' });
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    endpoint,
    folder,
    url: `s3://ovens/fournil?endpoint=${encodeURIComponent(endpoint)}`,
    close: async () => {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
