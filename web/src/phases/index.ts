export { type ComparedRow, ComparisonTable } from './ComparisonTable.tsx';
export { faultOfViolation } from './faults.ts';
export { useT as usePhasesT } from './messages.ts';
export { ProgramDrawing } from './ProgramDrawing.tsx';
export { ProgramEditor } from './ProgramEditor.tsx';
export { clockOf } from './times.ts';
export { WallSheet } from './WallSheet.tsx';
