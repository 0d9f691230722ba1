import { useStore } from 'ra-core';
import { useMedia } from '../kit/useMedia.ts';

export const columns = ['state', 'now', 'programs', 'lastFault', 'structure', 'serialNumber', 'category', 'softwareVersion'] as const;
export type Column = (typeof columns)[number];

const atFirst: Column[] = ['state', 'now', 'programs', 'lastFault', 'structure'];
/** As many as a small screen has room for. */
const atFirstNarrow: Column[] = ['state', 'now', 'programs'];

/** Which columns this reader wants; the name always shows. */
export function useColumns(): [shown: Column[], toggle: (column: Column) => void] {
  const isNarrow = useMedia('(max-width: 1199.95px)');
  const [stored, setChosen] = useStore<Column[] | null>('machines.columns', null);
  const chosen = stored ?? (isNarrow ? atFirstNarrow : atFirst);
  const toggle = (column: Column) => setChosen(chosen.includes(column) ? chosen.filter((one) => one !== column) : [...chosen, column]);
  return [columns.filter((column) => chosen.includes(column)), toggle];
}
