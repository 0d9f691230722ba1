export { type ComparedRow, ComparisonTable } from './comparison/ComparisonTable.tsx';
export { ProgramDrawing } from './drawing/ProgramDrawing.tsx';
export { ProgramEditor } from './editor/ProgramEditor.tsx';
export { useT as usePhasesT } from './messages.ts';
export { phaseViolationOf } from './violations.ts';
export { WallSheet } from './wall/WallSheet.tsx';
