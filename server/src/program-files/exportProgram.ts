import type { ProgramView } from '@fournil/contract/programs/program';
import { type ProgramInFile, programFileVersion } from '@fournil/contract/programs/programFile';
import { record } from '../history/index.ts';
import { type Member, scopeOf } from '../kit/caller.ts';
import { notFound } from '../kit/errors.ts';
import type { House } from '../kit/house.ts';
import { findProgram } from '../programs/index.ts';
import { checksumOf } from './readFile.ts';

/** PRG-04: the text of the file and the program's name; the download is recorded in the history. */
export async function exportProgram(
  house: House,
  member: Member,
  id: string,
): Promise<{ name: string; content: string }> {
  const inFile = await house.db.as(scopeOf(member), async (trx) => {
    const found = await findProgram(trx, member, id);
    if (!found) throw notFound();
    await record(trx, member, { type: 'export', origin: { entity: 'program', id, name: found.name } });
    const picture =
      found.avatar &&
      (await trx.selectFrom('programImages').select('name').where('id', '=', found.avatar).executeTakeFirst());
    return programInFileOf(found, picture ? { avatar: picture.name } : {});
  });
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
