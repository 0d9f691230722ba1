import type { Socket } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import { StartRefused } from '../../base/config.ts';
import type { Services } from '../../kit/services.ts';
import type { Authority } from './authority.ts';

/** Connections that do not finish their TLS handshake or send no CONNECT. */
export const silentMilliseconds = 10_000;
const readAheadBytes = 16 * 1024;

export interface Listener {
  port: number;
  close(): Promise<void>;
}

/** Listens for machines: TLS with a certificate of the product's authority. Throws `StartRefused` for a wrong port. */
export async function openListener(
  services: Services,
  authority: Authority,
  { onSocket, onHandshakeFailed }: { onSocket(socket: TLSSocket): void; onHandshakeFailed(reason: string): void },
): Promise<Listener> {
  const sockets = new Set<Socket>();
  // One context for all: the server makes it once from these options, and every connection shares it.
  const server = createServer(
    { ...(await tlsOptions(services, authority)), handshakeTimeout: silentMilliseconds, highWaterMark: readAheadBytes },
    onSocket,
  );
  // Includes connections that never finish their handshake, which would delay an orderly stop.
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('tlsClientError', (error, socket) => {
    services.log.debug({ err: error.message }, 'machine connection');
    onHandshakeFailed(error.message);
    socket.destroy();
  });
  return {
    port: await listen(server, services),
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

async function tlsOptions(services: Services, authority: Authority) {
  const hosts = [...new Set([services.config.mqttHost, services.config.host, 'localhost', '127.0.0.1'])];
  const { certificate, key } = await authority.forBroker(hosts, services.now());
  return {
    cert: certificate,
    key,
    ca: authority.certificate,
    requestCert: true,
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2' as const,
  };
}

function listen(server: ReturnType<typeof createServer>, services: Services): Promise<number> {
  const { mqttPort, host } = services.config;
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(refusedToListen(error, host, mqttPort)));
    server.listen(mqttPort, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : mqttPort);
    });
  });
}

function refusedToListen(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const { code = '' } = error;
  if (code === 'EADDRINUSE')
    return new StartRefused(`Port ${port} is in use: set MQTT_PORT to another one for the machines.`);
  if (!['EACCES', 'EADDRNOTAVAIL'].includes(code)) return error;
  return new StartRefused(`Machines cannot be listened for on ${host}:${port} (${code}): check HOST and MQTT_PORT.`);
}
