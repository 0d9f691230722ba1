import { type ProgramInFile, programFileVersion } from '@fournil/contract/program-files/programFile';
import type { ProgramView } from '@fournil/contract/programs/program';
import { record } from '../history/index.ts';
import type { CallContext } from '../kit/context.ts';
import { notFound } from '../kit/errors.ts';
import { findProgram } from '../programs/index.ts';
import { checksumOf } from './readFile.ts';

/** PRG-04: the text of the file and the program's name; the download is recorded in the history. */
export async function exportProgram(context: CallContext, id: string): Promise<{ name: string; content: string }> {
  const { trx, caller } = context;
  const found = await findProgram(context, id);
  if (!found) throw notFound();
  await record(trx, caller, { type: 'export', origin: { entity: 'program', id, name: found.name } });
  const picture =
    found.avatar &&
    (await trx.selectFrom('programImages').select('name').where('id', '=', found.avatar).executeTakeFirst());
  const inFile = programInFileOf(found, picture ? { avatar: picture.name } : {});
  const file = {
    format: 'fournil-program',
    version: programFileVersion,
    checksum: checksumOf(inFile),
    program: inFile,
  };
  return { name: inFile.name, content: `${JSON.stringify(file, null, 2)}\n` };
}

function programInFileOf(
  { name, description, category, tags, phaseGroups }: ProgramView,
  avatar: Pick<ProgramInFile, 'avatar'>,
): ProgramInFile {
  return { name, description, category, tags: tags.map((tag) => tag.name), ...avatar, phaseGroups };
}
