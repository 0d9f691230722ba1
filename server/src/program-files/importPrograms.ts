import { setImmediate } from 'node:timers/promises';
import { phaseGroupsOf, settingsOf } from '@fournil/contract/phases/phaseGroups';
import { totalSeconds } from '@fournil/contract/phases/settings';
import type {
  ImportedProgram,
  ProgramImport,
  ProgramImportResult,
  ProgramInFile,
} from '@fournil/contract/program-files/programFile';
import { can } from '@fournil/contract/rights/policy';
import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import type { Member } from '../kit/caller.ts';
import { type CallContext, inContext } from '../kit/context.ts';
import { openSemaphore } from '../kit/process/semaphore.ts';
import type { Services } from '../kit/services.ts';
import { makeProgram } from '../programs/index.ts';
import { addRecord } from '../resources/index.ts';
import { visiblePrograms } from '../rights/index.ts';
import { tagResource } from '../tags/index.ts';
import { type ReadFile, readProgramFile } from './readFile.ts';

/** Ids of the organisation's tags by their names in lower case. */
type Tags = Map<string, string>;

/** The programs that an import would create and those that it would refuse; nothing is written. */
export async function previewImport(
  services: Services,
  member: Member,
  { files }: ProgramImport,
): Promise<ProgramImportResult> {
  const readFiles = await readAll(files, member);
  return inContext(services, member, async (context) => {
    const { tags, names } = await known(context);
    return resultOf(
      readFiles.map(({ name, program, problems }) => ({
        file: name,
        program: program && summaryOf(member, program, tags, names, null),
        problems,
      })),
    );
  });
}

/**
 * Creates the programs of all valid files in one transaction; the others are refused with line and reason.
 */
export async function importPrograms(
  services: Services,
  member: Member,
  { files }: ProgramImport,
): Promise<ProgramImportResult> {
  const readFiles = await readAll(files, member);
  return inContext(services, member, async (context) => {
    const { tags, names } = await known(context);
    const importedPrograms: ImportedProgram[] = [];
    for (const { name, program, problems } of readFiles) {
      if (!program) {
        importedPrograms.push({ file: name, program: null, problems });
        continue;
      }
      const summary = summaryOf(member, program, tags, names, null);
      const tagIds = await tagsFor(context, program.tags, tags);
      const id = await makeProgram(
        context,
        { ...program, avatar: await avatarFor(context.trx, program.avatar), tags: tagIds, approved: false },
        'import',
      );
      importedPrograms.push({ file: name, program: { ...summary, id }, problems: [] });
    }
    return resultOf(importedPrograms);
  });
}

/** One file of all imports is processed at a time; when twenty files wait, further ones are refused. */
const inTurn = openSemaphore(1, 20);

/** Called before a transaction is open; lets other calls be processed between two files. */
async function readAll(files: ProgramImport['files'], { language }: Member): Promise<({ name: string } & ReadFile)[]> {
  const readFiles: ({ name: string } & ReadFile)[] = [];
  for (const { name, content } of files) {
    readFiles.push(
      await inTurn(async () => {
        await setImmediate();
        return { name, ...readProgramFile(content, language) };
      }),
    );
  }
  return readFiles;
}

function resultOf(files: ImportedProgram[]): ProgramImportResult {
  const imported = files.filter(({ program }) => program !== null).length;
  return { imported, refused: files.length - imported, files };
}

async function known({ trx, caller: member }: CallContext): Promise<{ tags: Tags; names: Set<string> }> {
  const tags = await trx
    .selectFrom('tags')
    .select(['id', 'name'])
    .where('organisationId', '=', member.organisationId)
    .orderBy('createdAt', 'desc')
    .execute();
  const names = await trx
    .selectFrom('programs')
    .select(sql<string>`lower(name)`.as('name'))
    .where(visiblePrograms(member))
    .execute();
  return {
    tags: new Map(tags.map(({ id, name }) => [name.toLowerCase(), id])),
    names: new Set(names.map(({ name }) => name)),
  };
}

function summaryOf(
  member: Member,
  { name, category, phaseGroups, tags: tagNames }: ProgramInFile,
  tags: Tags,
  names: ReadonlySet<string>,
  id: string | null,
): NonNullable<ImportedProgram['program']> {
  const settings = settingsOf(phaseGroups);
  return {
    id,
    name,
    category,
    totalSeconds: totalSeconds(settings),
    phaseGroups: phaseGroupsOf(settings),
    tags: tagNames.map((tag) => {
      const isNew = !tags.has(tag.toLowerCase());
      return { name: tag, isNew, isLeftOut: isNew && !can(member, 'tags.create') };
    }),
    nameIsTaken: names.has(name.toLowerCase()),
  };
}

/** The picture with this name in the library, or null. */
async function avatarFor(trx: Trx, name: string | undefined): Promise<string | null> {
  if (name === undefined) return null;
  const named = sql<boolean>`lower(name) = lower(${name})`;
  return (await trx.selectFrom('programImages').select('id').where(named).executeTakeFirst())?.id ?? null;
}

/** The tags with these names; missing ones are created with the right to create tags, and left out without it. */
async function tagsFor(context: CallContext, names: readonly string[], tags: Tags): Promise<string[]> {
  const ids: string[] = [];
  for (const name of names) {
    const key = name.toLowerCase();
    if (!tags.has(key) && can(context.caller, 'tags.create'))
      tags.set(key, await addRecord(context, tagResource, { name, description: null }));
    const id = tags.get(key);
    if (id) ids.push(id);
  }
  return ids;
}
