import { Worker } from 'node:worker_threads';
import { imageLimits } from '@fournil/contract/images/images';

export interface Pixels {
  width: number;
  height: number;
  /** RGBA, row by row. */
  pixels: Uint8ClampedArray;
}

/** Twelve megapixels take two seconds. */
const patienceMilliseconds = 20_000;
const worker = new URL('./heic.worker.ts', import.meta.url);

/** The picture in a HEIC file, rotated as its metadata says; or the key of what is wrong with the file. */
export function decodeHeic(bytes: Uint8Array): Promise<Pixels | 'content' | 'pixels'> {
  return new Promise((resolve) => {
    const thread = new Worker(worker, {
      workerData: { bytes, maxPixels: imageLimits.pixels },
      stdout: true,
      stderr: true,
    });
    const finish = (result: Pixels | 'content' | 'pixels') => {
      clearTimeout(impatience);
      resolve(result);
      void thread.terminate();
    };
    const impatience = setTimeout(() => finish('content'), patienceMilliseconds);
    thread.once('message', (answer: Pixels | { problem: 'content' | 'pixels' }) =>
      finish('problem' in answer ? answer.problem : answer),
    );
    // A file that makes the decoder crash is refused.
    thread.once('error', () => finish('content'));
    thread.once('exit', () => finish('content'));
  });
}
