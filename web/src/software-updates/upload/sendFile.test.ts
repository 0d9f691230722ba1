import { softwareUpdateLimits } from '@fournil/contract/software-updates/softwareUpdate';
import { afterEach, expect, it, vi } from 'vitest';
import { nextSize, sendFile } from './sendFile.ts';

const kilobyte = 1024;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('SWU-02 upload pieces grow on a fast connection and shrink on a slow one, within the server’s limits', () => {
  expect(nextSize(256 * kilobyte, 0.1)).toBe(512 * kilobyte);
  expect(nextSize(256 * kilobyte, 12)).toBe(64 * kilobyte);
  expect(nextSize(512 * kilobyte, 6)).toBe(256 * kilobyte);
  expect(nextSize(softwareUpdateLimits.pieceBytes, 0)).toBe(softwareUpdateLimits.pieceBytes);
});

it('SWU-02 an upload goes on after a connection that stalls without an error, and after an answer that breaks off', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const file = new File([new Uint8Array(1200 * kilobyte)], 'oven.swu');
  const receiver = receive(file.size, { stalls: 2, breaksOff: 4 });
  const waits: number[] = [];
  const onWaiting = (seconds: number) => {
    waits.push(seconds);
    // The next attempt is made when the browser reports that the network is back.
    setTimeout(() => window.dispatchEvent(new Event('online')));
  };
  const upload = await sendFile(file, null, { onProgress: () => undefined, onWaiting }, new AbortController().signal);
  expect(upload).toMatchObject({ receivedBytes: file.size });
  expect(receiver.receivedBytes).toBe(file.size);
  expect(waits).toEqual([1, 1]);
});

/** Answers as the server does, except for these two pieces, counted from 1: one gets no answer, one half of it. */
function receive(sizeBytes: number, broken: { stalls: number; breaksOff: number }) {
  const receiver = { receivedBytes: 0 };
  const limits: AbortController[] = [];
  let pieces = 0;
  const view = () => JSON.stringify({ id: 'a', sizeBytes, receivedBytes: receiver.receivedBytes });
  vi.stubGlobal('window', new EventTarget());
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const limit = new AbortController();
    limits.push(limit);
    return limit.signal;
  });
  vi.stubGlobal('fetch', async (address: string, { method, body, signal }: RequestInit) => {
    if (method !== 'PUT') return new Response(view(), { status: method === 'POST' ? 201 : 200 });
    pieces += 1;
    if (pieces === broken.stalls)
      return new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
        limits.at(-1)?.abort(new DOMException('', 'TimeoutError'));
      });
    if (Number(new URLSearchParams(address.split('?')[1]).get('offset')) !== receiver.receivedBytes)
      return new Response('{}', { status: 409 });
    receiver.receivedBytes += (body as ArrayBuffer).byteLength;
    return new Response(pieces === broken.breaksOff ? view().slice(0, 9) : view());
  });
  return receiver;
}
