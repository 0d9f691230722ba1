export interface ZippedFile {
  name: string;
  /** Read when the archive has come to this file. */
  content: AsyncIterable<string | Uint8Array>;
}

/**
 * A ZIP archive (Zip64) of files that are written while it is read: memory holds a part of one file. An archive whose
 * files cannot be read to the end breaks off, without the directory that makes it one.
 */
export async function* zipped(files: AsyncIterable<ZippedFile>): AsyncGenerator<Uint8Array> {
  const { configure, ZipWriter } = await import('@zip.js/zip.js');
  configure({ useWebWorkers: false });
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const zip = new ZipWriter(writable, { zip64: true });
  const write = async () => {
    for await (const { name, content } of files) await zip.add(name, ReadableStream.from(inBytes(content)));
    await zip.close();
  };
  // What fails here is thrown by the reading end.
  const written = write().catch((error) => writable.abort(error).catch(() => undefined));
  try {
    yield* readable;
  } finally {
    await written;
  }
}

async function* inBytes(content: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const part of content) yield typeof part === 'string' ? Buffer.from(part) : part;
}
