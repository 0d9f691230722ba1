import { programLimits } from '@fournil/contract/programs/program';
import { Refusal, unprocessable } from '../kit/errors.ts';
import { tagPrograms } from '../programs/index.ts';
import type { Outcome, RowWork } from './outcome.ts';

/** One program, several tags. */
export async function tagging(
  at: RowWork,
  programId: string,
  tags: readonly string[],
  isAdding: boolean,
): Promise<Outcome> {
  const before = await at.trx.selectFrom('programTags').select('tagId').where('programId', '=', programId).execute();
  const held = before.map(({ tagId }) => tagId);
  const touched = tags.filter((tag) => held.includes(tag) !== isAdding);
  const changed = await tag(at, [programId], tags, isAdding);
  if (changed.length === 0) return { changed: false };
  return { changed: true, undo: { verb: isAdding ? 'programs.untag' : 'programs.tag', args: { tags: touched } } };
}

/** One tag, several programs: all of them or, when one has five tags already, none. */
export async function taggingSeveral(
  at: RowWork,
  tagId: string,
  programs: readonly string[],
  isAdding: boolean,
): Promise<Outcome> {
  const changed = await tag(at, programs, [tagId], isAdding);
  if (changed.length === 0) return { changed: false };
  return {
    changed: true,
    undo: { verb: isAdding ? 'tags.removePrograms' : 'tags.addPrograms', args: { programs: changed } },
  };
}

async function tag(
  at: RowWork,
  programs: readonly string[],
  tags: readonly string[],
  isAdding: boolean,
): Promise<string[]> {
  try {
    return await tagPrograms(at, {
      programs,
      add: isAdding ? tags : [],
      remove: isAdding ? [] : tags,
    });
  } catch (error) {
    const isSixth = error instanceof Refusal && error.extras.violations?.[0]?.key === 'custom.validation.maxItems';
    throw isSixth
      ? unprocessable({ path: 'tags', key: 'custom.validation.tagsOfProgram', args: { max: programLimits.tags } })
      : error;
  }
}
