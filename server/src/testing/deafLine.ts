import { connect, createServer, type Socket } from 'node:net';

export interface DeafLine {
  /** The database's address through this proxy. */
  url: string;
  /**
   * Breaks the connection that has sent this text once the database has committed, so that the answer to the commit is
   * lost.
   */
  breakAfterCommitOf(text: string): void;
  /** The number of broken connections. */
  broken(): number;
  /** The numbers of connections that were made, and that are open. */
  connections(): { made: number; open: number };
  close(): Promise<void>;
}

/**
 * A proxy between a server and its PostgreSQL that reads the protocol: a successful `COMMIT` is answered by that word.
 */
export async function deafLine(databaseUrl: string): Promise<DeafLine> {
  const { hostname, port } = new URL(databaseUrl);
  let wanted: string | null = null;
  let broken = 0;
  let made = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    made += 1;
    const database = connect(Number(port), hostname);
    let hasSent = false;
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        database.destroy();
      });
    }
    client.on('data', (bytes) => {
      hasSent ||= wanted !== null && bytes.includes(wanted);
      database.write(bytes);
    });
    database.on('data', (bytes) => {
      if (!(hasSent && bytes.includes('COMMIT\0'))) return void client.write(bytes);
      wanted = null;
      broken += 1;
      client.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as { port: number }).port}`;
  return {
    url: url.href,
    breakAfterCommitOf: (text) => {
      wanted = text;
    },
    broken: () => broken,
    connections: () => ({ made, open: sockets.size / 2 }),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
