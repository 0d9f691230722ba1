import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import pg from 'pg';
import type { Statement } from './lists.ts';

/**
 * The minimum that Node can do for the machine list: verifies a signature, sends the same statements together, and
 * returns their rows unchanged. Started by the bench in a process of its own: `node bareServer.ts <database>
 * <statements.json> <secret>`.
 */
const [url = '', file = '', secret = ''] = process.argv.slice(2);
const statements = JSON.parse(readFileSync(file, 'utf8')) as Statement[][];
const pool = new pg.Pool({ connectionString: url, max: 16, pipeline: true } as pg.PoolConfig);

const server = createServer(async ({ headers }, response) => {
  const [head = '', body = '', signature = ''] = headers.authorization?.slice('Bearer '.length).split('.') ?? [];
  const isOurs = createHmac('sha256', secret).update(`${head}.${body}`).digest('base64url') === signature;
  const { organisation } = isOurs ? JSON.parse(Buffer.from(body, 'base64url').toString()) : { organisation: 0 };
  const asked = statements[organisation - 1];
  if (!asked) {
    response.writeHead(401).end();
    return;
  }
  const client = await pool.connect();
  const results = await Promise.all(asked.map(({ name, text, values }) => client.query({ name, text, values })));
  client.release();
  const answer = Buffer.from(JSON.stringify(results.map(({ rows }) => rows)));
  response.writeHead(200, { 'content-type': 'application/ld+json', 'content-length': answer.length }).end(answer);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`runs at ${typeof address === 'object' ? address?.port : ''}\n`);
});
process.once('SIGTERM', () => process.exit());
