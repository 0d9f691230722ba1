import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline, Transform } from 'node:stream';
import { statementOf } from '@fournil/contract/software-updates/ddi';
import { type SoftwareUpdateDetail, type SoftwareUpdateInput, softwareUpdateLimits } from '@fournil/contract/software-updates/softwareUpdate';
import { staffScope } from '../db/database.ts';
import { isAway, isUniqueViolation } from '../db/failures.ts';
import type { Caller } from '../kit/caller.ts';
import { notFound, Refusal, unprocessable } from '../kit/errors.ts';
import type { House } from '../kit/house.ts';
import { newId } from '../kit/ids.ts';
import { descriptionBytes, lookedAtBytes, readDescription } from './swu.ts';
import { findUpdate } from './updateQueries.ts';

export const updateFolder = 'updates';

/**
 * SWU-02: streams the file into the store and writes its row. Whatever breaks in between leaves neither: a file without a row
 * is deleted here, or swept later; a row without its file never comes about.
 */
export async function storeUpdate(
  house: House,
  caller: Pick<Caller, 'userId' | 'fullName'>,
  input: SoftwareUpdateInput,
  fileName: string,
  content: Readable,
): Promise<SoftwareUpdateDetail> {
  const id = newId();
  const storedAs = `${updateFolder}/${id}`;
  const passing = watch();
  const { sizeBytes, sha256 } = await refuseTaken(house, input.version)
    .then(() =>
      house.storage.put(
        storedAs,
        pipeline(content, passing.stream, () => undefined),
      ),
    )
    // Read to its end or not, it is closed.
    .finally(() => content.destroy());
  try {
    if (sizeBytes === 0) throw unprocessable({ path: 'file', key: 'custom.validation.fileRequired', args: {} });
    const description = readDescription(passing.beginning());
    if (description === 'tooLarge') {
      throw unprocessable({ path: 'file', key: 'custom.validation.swuDescription', args: { max: descriptionBytes / 1024 } });
    }
    // Whoever names a file so means it to be one: a wrong file stops here, not in the ovens.
    if (!description && /\.swu$/i.test(fileName.trim())) throw unprocessable({ path: 'file', key: 'custom.validation.notSwu', args: {} });
    if (description?.version && description.version !== input.version) {
      throw unprocessable({ path: 'version', key: 'custom.validation.fileVersion', args: { version: description.version } });
    }
    const signature = house.keys.signUpdate(statementOf({ ...input, sizeBytes, sha256 }));
    const row = { id, ...input, fileName: safeName(fileName), storedAs, sizeBytes, sha256, sha1: passing.sha1(), signature };
    const says = { fileVersion: description?.version ?? null, hardware: description?.hardware ?? [] };
    const stored = await house.db.as(staffScope, async (trx) => {
      await trx
        .insertInto('softwareUpdates')
        .values({ ...row, ...says, createdAt: house.now(), createdBy: caller.fullName })
        .execute();
      return findUpdate(trx, id);
    });
    if (!stored) throw notFound();
    house.log.info({ event: 'software update stored', account: caller.userId, version: input.version, sha256, sizeBytes }, 'security');
    return stored;
  } catch (error) {
    // Where the end of the transaction was not heard of, the row may be there: then the sweep decides.
    if (!isAway(error)) await house.storage.delete(storedAs);
    if (isUniqueViolation(error)) throw taken();
    throw error;
  }
}

async function refuseTaken(house: House, version: string): Promise<void> {
  const known = await house.db.read(staffScope, (trx) =>
    trx.selectFrom('softwareUpdates').select('id').where('version', '=', version).executeTakeFirst(),
  );
  if (known) throw taken();
}

function taken(): Refusal {
  return unprocessable({ path: 'version', key: 'custom.validation.taken', args: {} });
}

/** Takes the SHA-1 of the protocol and the beginning while the bytes pass, and stops what is too large. */
function watch() {
  const hash = createHash('sha1');
  const kept: Buffer[] = [];
  let passedBytes = 0;
  const stream = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      if (passedBytes < lookedAtBytes) kept.push(chunk);
      passedBytes += chunk.length;
      hash.update(chunk);
      done(passedBytes > softwareUpdateLimits.fileBytes ? tooLarge() : null, chunk);
    },
  });
  return { stream, sha1: () => hash.digest('hex'), beginning: () => Buffer.concat(kept).subarray(0, lookedAtBytes) };
}

export function tooLarge(): Refusal {
  return new Refusal(413, { en: 'The file is too large.', fr: 'Le fichier est trop volumineux.' });
}

/** For the address under which machines fetch it: letters, digits and a few marks. */
function safeName(fileName: string): string {
  const name = fileName
    .normalize('NFKD')
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[.-]+/, '')
    .slice(-100);
  return name.includes('.') ? name : `${name || 'update'}.swu`;
}
