import { useStore } from 'ra-core';
import { narrowerThan } from '../../kit/rem.ts';
import { useMedia } from '../../kit/useMedia.ts';

export const columns = [
  'state',
  'now',
  'programs',
  'lastFault',
  'structure',
  'serialNumber',
  'category',
  'softwareVersion',
] as const;
export type Column = (typeof columns)[number];

const atFirst: Column[] = ['state', 'now', 'programs', 'lastFault', 'structure'];
/** The default columns: as many as fit on a screen beside three readable program names (MAC-01). */
const atFirstMiddle: Column[] = ['state', 'now', 'programs', 'lastFault'];
const atFirstNarrow: Column[] = ['state', 'now', 'programs'];

/** The columns that this reader has chosen; the name is always shown. */
export function useColumns(): [shown: Column[], toggle: (column: Column) => void] {
  const isNarrow = useMedia(narrowerThan('laptop'));
  const isMiddle = useMedia(narrowerThan('wide'));
  const [stored, setChosen] = useStore<Column[] | null>('machines.columns', null);
  const chosen = stored ?? (isNarrow ? atFirstNarrow : isMiddle ? atFirstMiddle : atFirst);
  const toggle = (column: Column) =>
    setChosen(chosen.includes(column) ? chosen.filter((one) => one !== column) : [...chosen, column]);
  return [columns.filter((column) => chosen.includes(column)), toggle];
}
