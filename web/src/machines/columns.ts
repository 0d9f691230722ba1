import { useStore } from 'ra-core';

export const columns = ['state', 'now', 'programs', 'lastFault', 'structure', 'serialNumber', 'category', 'softwareVersion'] as const;
export type Column = (typeof columns)[number];

const atFirst: Column[] = ['state', 'now', 'programs', 'lastFault', 'structure'];

/** Which columns this reader wants; the name always shows. */
export function useColumns(): [shown: Column[], toggle: (column: Column) => void] {
  const [chosen, setChosen] = useStore<Column[]>('machines.columns', atFirst);
  const toggle = (column: Column) => setChosen(chosen.includes(column) ? chosen.filter((one) => one !== column) : [...chosen, column]);
  return [columns.filter((column) => chosen.includes(column)), toggle];
}
