import { softwareUpdateLimits, type UploadView } from '@fournil/contract/software-updates/softwareUpdate';
import { HttpError } from 'ra-core';
import { call } from '../../data/index.ts';

const uploads = '/software_updates/uploads';
const pauses = { firstSeconds: 1, longestSeconds: 30 };
/**
 * Temporary failures: no network, a piece that took too long, too many requests, a server that is restarting.
 */
const passing = [0, 408, 429, 502, 503, 504];
/**
 * The target duration of a piece: short enough to lose little on a slow line, long enough for a fast one. After the
 * limit the connection counts as lost: some networks drop one without an error.
 */
const pieces = { seconds: 3, limitSeconds: 20, firstBytes: 256 * 1024, leastBytes: 64 * 1024 };

/** The callbacks of an upload. */
interface Listener {
  onProgress: (upload: UploadView) => void;
  /** The connection is lost: called with the seconds until the next attempt. */
  onWaiting: (seconds: number) => void;
}

/** The file on the disk has changed or gone. */
export class UnreadableFile extends Error {}

/**
 * SWU-02: sends a file in pieces, beginning after the bytes that the server has, and continues after lost connections.
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
      // Kept if this piece fails, so that the next one is smaller.
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

/** The bytes that can be sent in the target duration, at most twice the last piece. */
export function nextSize(lastBytes: number, seconds: number): number {
  const fitting = (lastBytes / Math.max(seconds, 0.001)) * pieces.seconds;
  return Math.floor(Math.min(lastBytes * 2, softwareUpdateLimits.pieceBytes, Math.max(fitting, pieces.leastBytes)));
}

export function findUpload(id: string, signal: AbortSignal): Promise<UploadView> {
  return call<UploadView>(`${uploads}/${id}`, { signal, limitSeconds: pieces.limitSeconds });
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
  const body = { fileName: file.name, sizeBytes: file.size };
  return call<UploadView>(uploads, { method: 'POST', body, signal, limitSeconds: pieces.limitSeconds });
}

async function send(id: string, offset: number, bytes: ArrayBuffer, signal: AbortSignal): Promise<UploadView> {
  try {
    const { limitSeconds } = pieces;
    return await call<UploadView>(`${uploads}/${id}`, {
      method: 'PUT',
      query: { offset },
      bytes,
      signal,
      limitSeconds,
    });
  } catch (error) {
    // The piece had arrived and only its answer was lost: the server says from which byte to continue.
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

/** Waits; ends early when the browser reports that the network is back. */
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
