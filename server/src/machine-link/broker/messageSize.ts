import type { Duplex } from 'node:stream';

/**
 * MQTT allows messages of 256 MB: a message whose fixed header announces more than `most` bytes is not read. `tooLarge`
 * is called once, and then ends the connection; what still arrives is thrown away.
 */
export function limitMessageSize(socket: Duplex, most: number, tooLarge: (bytes: number) => void): void {
  const follow = openSizes();
  let isOver = false;
  socket.prependListener('data', (chunk: Buffer) => {
    if (isOver) return;
    const size = follow(chunk).find((one) => one > most);
    if (size === undefined) return;
    isOver = true;
    // The broker's parser would collect it.
    socket.removeAllListeners('readable');
    tooLarge(size);
  });
  socket.pause(); // The flow starts when the broker reads.
}

/** Follows a stream of MQTT packets and gives the sizes of those that begin in each chunk (MQTT 3.1.1, 2.2.3). */
export function openSizes(): (chunk: Buffer) => number[] {
  let toSkip = 0;
  let header: number[] = [];
  return (chunk) => {
    const sizes: number[] = [];
    let at = 0;
    while (at < chunk.length) {
      if (toSkip > 0) {
        const step = Math.min(toSkip, chunk.length - at);
        toSkip -= step;
        at += step;
        continue;
      }
      header.push(chunk[at] ?? 0);
      at += 1;
      if (!isComplete(header)) continue;
      toSkip = header.slice(1).reduce((size, byte, index) => size + (byte & 127) * 128 ** index, 0);
      sizes.push(toSkip);
      header = [];
    }
    return sizes;
  };
}

/** One byte of type, then up to four of length, the last one below 128. */
function isComplete(header: number[]): boolean {
  return header.length === 5 || (header.length > 1 && (header.at(-1) ?? 0) < 128);
}
