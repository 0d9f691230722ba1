import type { StructureView } from '@fournil/contract/structures/structure';
import { structureLimits } from '@fournil/contract/structures/structureLimits';
import { readingList, useReads } from '../../data/index.ts';
import { useOpenBranches } from './openBranches.ts';

/** A line of the tree: a structure, or a note about a branch that is not completely loaded. */
export type TreeLine =
  | { kind: 'structure'; structure: StructureView; level: number; position: number; siblings: number; isOpen: boolean }
  | { kind: 'loading'; id: string; name: string; level: number }
  | { kind: 'more'; id: string; count: number; level: number };

interface Branch {
  data: StructureView[];
  total: number;
}

/**
 * The lines to show: these structures, and below each expanded one its branch, which is read when it is expanded.
 */
export function useTree(tops: readonly StructureView[]): TreeLine[] {
  const open = [...useOpenBranches()];
  const answers = useReads(
    open.map((id) =>
      readingList<StructureView>({
        about: 'structures',
        path: '/structures',
        query: { parent: id, 'order[path]': 'asc', page: 1, itemsPerPage: structureLimits.pickListSize },
        staleTime: 10_000,
      }),
    ),
  );
  const branches = new Map(open.map((id, index) => [id, answers[index]?.data]));
  return linesOf(tops, tops.length, 1, new Set(open), branches);
}

function linesOf(
  structures: readonly StructureView[],
  siblings: number,
  level: number,
  open: ReadonlySet<string>,
  branches: ReadonlyMap<string, Branch | undefined>,
): TreeLine[] {
  return structures.flatMap((structure, index): TreeLine[] => {
    const isOpen = structure.hasChildren && open.has(structure.id);
    const line: TreeLine = { kind: 'structure', structure, level, position: index + 1, siblings, isOpen };
    if (!isOpen) return [line];
    const branch = branches.get(structure.id);
    if (!branch) return [line, { kind: 'loading', id: structure.id, name: structure.name, level: level + 1 }];
    const below = linesOf(branch.data, branch.total, level + 1, open, branches);
    const left = branch.total - branch.data.length;
    return left > 0
      ? [line, ...below, { kind: 'more', id: structure.id, count: left, level: level + 1 }]
      : [line, ...below];
  });
}
