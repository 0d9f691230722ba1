import type { MenuProgram } from '@fournil/contract/menus/menu';
import type { PhaseGroup } from '@fournil/contract/phases/phaseGroups';
import type { ProgramView } from '@fournil/contract/programs/program';
import { keepPreviousData, readingList, useRead } from '../../data/index.ts';

/** A program of a menu, with its settings where the reader may see them. */
export type ShownProgram = Pick<
  MenuProgram,
  'id' | 'name' | 'imageUrl' | 'totalSeconds' | 'approved' | 'restricted' | 'deleted'
> & { phaseGroups: readonly PhaseGroup[] };

/** The greatest number of programs in one address. */
const mostAtOnce = 150;

/** Programs by their ids, in their order: from the menu, and as the list of programs shows them to the reader. */
export function useKnownPrograms(ids: readonly string[], known: readonly MenuProgram[] = []): ShownProgram[] {
  const id = ids.slice(0, mostAtOnce).sort();
  const listed = useRead(
    readingList<ProgramView>({
      about: 'programs',
      path: '/programs',
      query: { id, page: 1, itemsPerPage: Math.max(1, id.length) },
      placeholderData: keepPreviousData,
      staleTime: 60_000,
      enabled: id.length > 0,
    }),
  ).data?.data;
  return ids.map((one) => {
    const program = listed?.find((row) => row.id === one);
    const ofMenu = known.find((row) => row.id === one);
    if (!program) return { ...(ofMenu ?? unknown(one)), phaseGroups: [] };
    return { ...program, restricted: false, deleted: false };
  });
}

const unknown = (id: string) => ({
  id,
  name: '…',
  imageUrl: null,
  totalSeconds: 0,
  approved: true,
  restricted: false,
  deleted: false,
});

export const idsOf = (programs: readonly { id: string }[]): string[] => programs.map(({ id }) => id);
