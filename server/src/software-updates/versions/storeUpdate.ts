import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline, Transform } from 'node:stream';
import { statementOf } from '@fournil/contract/software-updates/ddi';
import {
  type SoftwareUpdateDetail,
  type SoftwareUpdateInput,
  softwareUpdateLimits,
} from '@fournil/contract/software-updates/softwareUpdate';
import type { SwuDescription } from '@fournil/contract/software-updates/swuDescription';
import { staffScope } from '../../db/database.ts';
import { isAway, isUniqueViolation } from '../../db/failures.ts';
import { record } from '../../history/index.ts';
import { notFound, Refusal, unprocessable } from '../../kit/errors.ts';
import { newId } from '../../kit/ids.ts';
import type { Services } from '../../kit/services.ts';
import { modelCodes, refuseUnknownModels } from '../../models/index.ts';
import { type Maker, versionThing } from '../recorded.ts';
import { findUpdate } from './queries.ts';
import { readSwu } from './swu.ts';

export const updateFolder = 'updates';

/**
 * SWU-02, SWU-05: streams the file into the store while checking it, and writes its row. A truncated or mismatching
 * file is refused before it is stored. After a failure there is no row without its file; a file without a row is
 * deleted here or by the sweep.
 */
export async function storeUpdate(
  services: Services,
  caller: Maker,
  input: SoftwareUpdateInput,
  fileName: string,
  content: Readable,
): Promise<SoftwareUpdateDetail> {
  const id = newId();
  const storedAs = `${updateFolder}/${id}`;
  const codes = await services.db.read(staffScope, modelCodes);
  refuseUnknownModels(input.models ?? [], codes, 'models');
  const passing = watch(services, input, codes);
  const { sizeBytes, sha256 } = await refuseTaken(services, input.version)
    .then(() =>
      services.storage.put(
        storedAs,
        pipeline(content, passing.stream, () => undefined),
      ),
    )
    // Closed in any case.
    .finally(() => content.destroy());
  try {
    const { says, models } = passing.found();
    const { version, beta, description } = input;
    const signature = services.keys.signUpdate(statementOf({ version, models, sizeBytes, sha256 }));
    const row = {
      id,
      version,
      beta,
      description,
      models,
      fileName: safeName(fileName),
      storedAs,
      sizeBytes,
      sha256,
      sha1: passing.sha1(),
      signature,
    };
    const hardware = {
      hardware: [...new Set(Object.values(says.hardware).flat())],
      hardwareBySection: JSON.stringify(says.hardware),
    };
    const update = await services.db.as(staffScope, async (trx) => {
      await trx
        .insertInto('softwareUpdates')
        .values({
          ...row,
          ...hardware,
          fileVersion: says.version,
          createdAt: services.now(),
          createdBy: caller.fullName,
        })
        .execute();
      await record(trx, caller, { type: 'creation', origin: versionThing({ id, version }) });
      return findUpdate(trx, id);
    });
    if (!update) throw notFound();
    services.log.info(
      { event: 'software update stored', account: caller.userId, version, sha256, sizeBytes },
      'security',
    );
    return update;
  } catch (error) {
    // If the answer to the commit was lost, the row may exist; the sweep decides.
    if (!isAway(error)) await services.storage.delete(storedAs);
    if (isUniqueViolation(error)) throw taken();
    throw error;
  }
}

async function refuseTaken(services: Services, version: string): Promise<void> {
  const known = await services.db.read(staffScope, (trx) =>
    trx.selectFrom('softwareUpdates').select('id').where('version', '=', version).executeTakeFirst(),
  );
  if (known) throw taken();
}

function taken(): Refusal {
  return unprocessable({ path: 'version', key: 'custom.validation.taken', args: {} });
}

interface StoredFile {
  says: SwuDescription;
  /** The models of the input, or else those that the file names. */
  models: string[];
}

/** Checks the archive and computes the protocol's SHA-1 while the bytes pass; fails at the first wrong byte. */
function watch(services: Services, input: SoftwareUpdateInput, codes: readonly string[]) {
  const hash = createHash('sha1');
  let passedBytes = 0;
  let storedFile: StoredFile | null = null;
  const reader = readSwu({
    certificates: services.config.updateCertificates,
    now: services.now(),
    modelCodes: codes,
    onDescription: (says) => {
      if (says.version !== input.version) {
        throw unprocessable({
          path: 'version',
          key: 'custom.validation.fileVersion',
          args: { version: says.version ?? '' },
        });
      }
      const models = input.models ?? says.models;
      if (models.length === 0) throw unprocessable({ path: 'models', key: 'custom.validation.swuModels', args: {} });
      storedFile = { says, models };
    },
  });
  const stream = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      passedBytes += chunk.length;
      hash.update(chunk);
      done(passedBytes > softwareUpdateLimits.fileBytes ? tooLarge() : refusalOf(() => reader.take(chunk)), chunk);
    },
    flush: (done) => done(passedBytes === 0 ? empty() : refusalOf(() => reader.end())),
  });
  return {
    stream,
    sha1: () => hash.digest('hex'),
    found: (): StoredFile => {
      if (!storedFile) throw empty();
      return storedFile;
    },
  };
}

function refusalOf(act: () => void): Error | null {
  try {
    act();
    return null;
  } catch (error) {
    return error as Error;
  }
}

function empty(): Refusal {
  return unprocessable({ path: 'file', key: 'custom.validation.fileRequired', args: {} });
}

export function tooLarge(): Refusal {
  return new Refusal(413, { en: 'The file is too large.', fr: 'Le fichier est trop volumineux.' });
}

/** The file's name in its download address: letters, digits and a few marks. */
function safeName(fileName: string): string {
  const name = fileName
    .normalize('NFKD')
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[.-]+/, '')
    .slice(-100);
  return name.includes('.') ? name : `${name || 'update'}.swu`;
}
