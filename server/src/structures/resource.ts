import type { StoredResource } from '../resources/index.ts';
import { visibleStructures } from '../rights/index.ts';

/** STR-02; its list is a tree with a query of its own. */
export const structureResource: StoredResource<'structures'> = {
  entity: 'structure',
  table: 'structures',
  seenBy: visibleStructures,
};
