import { Readable } from 'node:stream';
import type { MultipartFile } from '@fastify/multipart';
import { violationsOf } from '@fournil/contract/kit/validation';
import { type SoftwareUpdateInput, softwareUpdateInput } from '@fournil/contract/software-updates/softwareUpdate';
import type { FastifyRequest } from 'fastify';
import { badRequest, Refusal, unprocessable } from '../../kit/errors.ts';
import { tooLarge } from './storeUpdate.ts';

interface Field {
  type: 'field';
  fieldname: string;
  value: unknown;
}
type Parts = AsyncIterableIterator<MultipartFile | Field>;

const longestData = 20_000;

/**
 * `data` first, then `file`, and nothing after it, so that errors in `data` are answered before the file has been sent.
 * `data` is a plain field, or a part of type `application/json`, with a file's name or without, as a browser sends a
 * Blob.
 */
export async function readForm(
  request: FastifyRequest,
): Promise<{ input: SoftwareUpdateInput; fileName: string; content: Readable }> {
  const parts = request.parts() as Parts;
  let data: unknown;
  for (;;) {
    const { value: part, done } = await parts.next().catch(unreadable);
    if (done) throw unprocessable({ path: 'file', key: 'custom.validation.fileRequired', args: {} });
    if (part.type === 'field') {
      if (part.fieldname === 'data') data = part.value;
      continue;
    }
    if (part.fieldname === 'data' && data === undefined) {
      data = await textOf(part).catch(unreadable);
      continue;
    }
    try {
      const input = readInput(data);
      // Through a generator, so that the rest of the form is read and checked after the file.
      return { input, fileName: part.filename, content: Readable.from(fileAlone(part, parts), { objectMode: false }) };
    } catch (error) {
      part.file.destroy();
      throw error;
    }
  }
}

/**
 * The bytes of the file. The stream ends without an error only if the form does: nothing is stored from a truncated
 * form, or one with more parts.
 */
async function* fileAlone(part: MultipartFile, parts: Parts): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of part.file) yield chunk as Buffer;
  } catch (error) {
    unreadable(error);
  }
  if (part.file.truncated) throw tooLarge();
  const { value: next, done } = await parts.next().catch(unreadable);
  if (done) return;
  if (next.type === 'file') {
    next.file.destroy();
    throw unprocessable({ path: 'file', key: 'custom.validation.maxItems', args: { max: 1 } });
  }
  throw unprocessable({ path: next.fieldname.slice(0, 100), key: 'custom.validation.lastField', args: {} });
}

/** Reads a part that was sent as a file, up to the length of a field. */
async function textOf({ file }: MultipartFile): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of file) {
    bytes += (chunk as Buffer).length;
    if (bytes > longestData)
      throw unprocessable({ path: 'data', key: 'ra.validation.maxLength', args: { max: longestData } });
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function readInput(field: unknown): SoftwareUpdateInput {
  if (field === undefined) throw unprocessable({ path: 'data', key: 'custom.validation.firstField', args: {} });
  let data = field;
  try {
    // A part of type JSON has been read already.
    if (typeof field === 'string') data = JSON.parse(field || '{}');
  } catch {
    throw badRequest({ path: 'data', key: 'custom.validation.invalid', args: {} });
  }
  const parsed = softwareUpdateInput.safeParse(data);
  if (!parsed.success) throw unprocessable(...violationsOf(parsed.error, data));
  return parsed.data;
}

/**
 * The errors of the form parser: too many parts, no boundary, an end before the closing boundary, a broken connection.
 */
function unreadable(error: unknown): never {
  if (error instanceof Refusal) throw error;
  const { code } = error as { code?: string };
  if (code === 'FST_FILES_LIMIT')
    throw unprocessable({ path: 'file', key: 'custom.validation.maxItems', args: { max: 1 } });
  if (code === 'FST_REQ_FILE_TOO_LARGE') throw tooLarge();
  if (code === 'FST_INVALID_JSON_FIELD_ERROR')
    throw badRequest({ path: 'data', key: 'custom.validation.invalid', args: {} });
  throw badRequest({ path: 'body', key: 'custom.validation.form', args: {} });
}
