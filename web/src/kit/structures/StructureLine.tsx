import type { StructureChoice } from './structureChoices.ts';

/** A structure among others; a found one says where it stands, as its neighbours are not there to show it. */
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
