import type { StructureChoice } from './structureChoices.ts';

/** A structure in a list; in search results with the names of those above it, because the tree is not shown. */
export function StructureLine({
  structure: { name, path },
  isFound,
}: {
  structure: StructureChoice;
  isFound: boolean;
}) {
  const above = path.slice(0, -1).join(' / ');
  return (
    <>
      <bdi>{name}</bdi> {isFound && above && <small className="soft">{above}</small>}
    </>
  );
}
