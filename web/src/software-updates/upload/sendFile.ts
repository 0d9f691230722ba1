import { softwareUpdateLimits, type UploadView } from '@fournil/contract/software-updates/softwareUpdate';
import { HttpError } from 'ra-core';
import { call } from '../../data/index.ts';

const uploads = '/software_updates/uploads';
const pauses = { firstSeconds: 1, longestSeconds: 30 };
/**
 * What a moment later may be otherwise: no network, a piece that took too long, too many at once, a server that starts
 * anew.
 */
const passing = [0, 408, 429, 502, 503, 504];
/** A piece takes about so long: a slow line loses little at a time, a fast one is not held up. */
const pieces = { seconds: 3, firstBytes: 256 * 1024, leastBytes: 64 * 1024 };

/** What whoever sends is told while it goes. */
interface Listener {
  onProgress: (upload: UploadView) => void;
  /** Nothing goes through: the next try is in so many seconds. */
  onWaiting: (seconds: number) => void;
}

/** The file on the disk has changed or gone. */
export class UnreadableFile extends Error {}

/**
 * SWU-02: sends a file piece by piece from where the server has it, through lost connections, until all of it is there.
 */
export async function sendFile(
  file: File,
  known: string | null,
  listener: Listener,
  signal: AbortSignal,
): Promise<UploadView> {
  const lasting = <Result>(act: () => Promise<Result>) => untilItWorks(act, listener.onWaiting, signal);
  let upload = await lasting(() => resumeOrBegin(file, known, signal));
  listener.onProgress(upload);
  for (let pieceBytes = pieces.firstBytes; upload.receivedBytes < file.size; ) {
    const { id, receivedBytes } = upload;
    upload = await lasting(async () => {
      const began = performance.now();
      const asked = pieceBytes;
      // Kept if this one fails: the next is smaller.
      pieceBytes = Math.max(pieces.leastBytes, Math.floor(asked / 2));
      const piece = await read(file, receivedBytes, asked);
      const sent = await send(id, receivedBytes, piece, signal);
      pieceBytes = nextSize(asked, (performance.now() - began) / 1000);
      return sent;
    });
    listener.onProgress(upload);
  }
  return upload;
}

/** As much as goes in the time of a piece, at most twice the last one. */
export function nextSize(lastBytes: number, seconds: number): number {
  const fitting = (lastBytes / Math.max(seconds, 0.001)) * pieces.seconds;
  return Math.floor(Math.min(lastBytes * 2, softwareUpdateLimits.pieceBytes, Math.max(fitting, pieces.leastBytes)));
}

export function findUpload(id: string, signal: AbortSignal): Promise<UploadView> {
  return call<UploadView>(`${uploads}/${id}`, { signal });
}

export function forgetUpload(id: string): Promise<unknown> {
  return call(`${uploads}/${id}`, { method: 'DELETE' });
}

async function resumeOrBegin(file: File, known: string | null, signal: AbortSignal): Promise<UploadView> {
  try {
    if (known) return await findUpload(known, signal);
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
  }
  return call<UploadView>(uploads, { method: 'POST', body: { fileName: file.name, sizeBytes: file.size }, signal });
}

async function send(id: string, offset: number, bytes: ArrayBuffer, signal: AbortSignal): Promise<UploadView> {
  try {
    return await call<UploadView>(`${uploads}/${id}`, { method: 'PUT', query: { offset }, bytes, signal });
  } catch (error) {
    // It had arrived, and only the answer was lost: the server says where it goes on.
    if (statusOf(error) === 409) return findUpload(id, signal);
    throw error;
  }
}

async function read(file: File, from: number, count: number): Promise<ArrayBuffer> {
  try {
    return await file.slice(from, from + count).arrayBuffer();
  } catch {
    throw new UnreadableFile();
  }
}

async function untilItWorks<Result>(
  act: () => Promise<Result>,
  onWaiting: (seconds: number) => void,
  signal: AbortSignal,
): Promise<Result> {
  for (let seconds = pauses.firstSeconds; ; seconds = Math.min(seconds * 2, pauses.longestSeconds)) {
    try {
      return await act();
    } catch (error) {
      if (signal.aborted || !passing.includes(statusOf(error))) throw error;
      onWaiting(seconds);
      await pause(seconds, signal);
    }
  }
}

/** Shorter when the browser says that the network is back. */
function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => () => {
      clearTimeout(timer);
      window.removeEventListener('online', onOnline);
      settle();
    };
    const onOnline = end(resolve);
    const timer = setTimeout(onOnline, seconds * 1000);
    window.addEventListener('online', onOnline);
    signal.addEventListener(
      'abort',
      end(() => reject(signal.reason)),
      { once: true },
    );
  });
}

export function statusOf(error: unknown): number {
  return error instanceof HttpError ? error.status : -1;
}
