export { reachMachine } from './reach.ts';
export { requireMachine, requireProgram } from './require.ts';
export { isWriter, structureAndBelow, visibleMachines, visiblePrograms, visibleStructures } from './visible.ts';
