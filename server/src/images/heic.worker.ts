import { parentPort, workerData } from 'node:worker_threads';
import libheif from 'libheif-js/wasm-bundle.js';

/**
 * Decodes one HEIC file and returns it, or the reason why not. A thread of its own: decoding is slow and has to be
 * interruptible.
 */
const { bytes, maxPixels } = workerData as { bytes: Uint8Array; maxPixels: number };

async function decode(): Promise<void> {
  const [image] = new libheif.HeifDecoder().decode(bytes);
  if (!image) return answer({ problem: 'content' });
  const [width, height] = [image.get_width(), image.get_height()];
  if (width * height > maxPixels) return answer({ problem: 'pixels' });
  const pixels = new Uint8ClampedArray(width * height * 4);
  image.display({ data: pixels, width, height }, (shown) =>
    answer(shown ? { width, height, pixels } : { problem: 'content' }),
  );
}

function answer(
  what: { problem: 'content' | 'pixels' } | { width: number; height: number; pixels: Uint8ClampedArray<ArrayBuffer> },
): void {
  parentPort?.postMessage(what, 'pixels' in what ? [what.pixels.buffer] : []);
}

await decode();
