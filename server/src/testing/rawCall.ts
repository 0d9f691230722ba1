import { connect, type Socket } from 'node:net';

export interface RawCall {
  socket: Socket;
  /** What the server has said when it ends the connection, or what came before this side cut it. */
  ended: Promise<string>;
  /** What it has said as soon as that contains `text`. */
  says(text: string): Promise<string>;
}

/** Bytes exactly as they are, over a real connection: for what no client would send. */
export function rawCall(url: string, bytes: string | Buffer): RawCall {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  let text = '';
  socket.setEncoding('latin1').on('data', (part) => {
    text += part;
  });
  // A reset is an end like any other here.
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

/** A call whose body is `body`; its length is said as `length`, for bodies that never come whole. */
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
