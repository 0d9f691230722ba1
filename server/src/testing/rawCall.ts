import { connect, type Socket } from 'node:net';

export interface RawCall {
  socket: Socket;
  /** The server's answer when the connection has ended, by either side. */
  ended: Promise<string>;
  /** The answer as soon as it contains `text`. */
  says(text: string): Promise<string>;
}

/** Sends exact bytes over a real connection: for requests that no HTTP client would send. */
export function rawCall(url: string, bytes: string | Buffer): RawCall {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  let text = '';
  socket.setEncoding('latin1').on('data', (part) => {
    text += part;
  });
  // A reset counts as an end of the connection.
  socket.on('error', () => undefined);
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(text)));
  socket.write(bytes);
  return {
    socket,
    ended,
    says: (wanted) =>
      new Promise((resolve, reject) => {
        const look = () => text.includes(wanted) && resolve(text);
        socket.on('data', look).once('close', () => reject(new Error(`it ended without ${wanted}: ${text}`)));
        look();
      }),
  };
}

/** A request with this body and this declared length; the body may be shorter. */
export function httpText(
  method: string,
  path: string,
  headers: Record<string, string>,
  body: string,
  length = Buffer.byteLength(body),
): string {
  const lines = Object.entries({
    host: 'house.test',
    connection: 'close',
    'content-length': String(length),
    ...headers,
  });
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
}
