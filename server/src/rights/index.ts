export { reachMachine } from './reach.ts';
export { requireMachine, requireProgram, requireStructure, requireTag, requireUser } from './require.ts';
export { isLimited, type SeenTable, seenIds } from './seenIds.ts';
export { sightClassOf, sightsOf } from './sights.ts';
export { tellSight } from './tellSight.ts';
export {
  isWriter,
  seesEveryMachine,
  structureAndBelow,
  visibleMachines,
  visiblePrograms,
  visibleStructures,
} from './visible.ts';
