import { useListContext } from 'ra-core';
import type { ComponentType } from 'react';
import { useKitT } from '../messages.ts';
import { AddFilter, type FilterChoice } from './AddFilter.tsx';
import { FilterChip } from './FilterChip.tsx';

interface ListFiltersProps<Name extends string> {
  /** All filters of the list, in the order of their chips. */
  names: readonly Name[];
  /** Those that this reader can add; links may set others. */
  offered: readonly Name[];
  labelOf: (name: Name) => string;
  /** The values of each filter except `structure`, which has a search of its own. */
  useChoices: (name: Name | null) => readonly FilterChoice[];
  /** The text of the value of an active filter. */
  Value: ComponentType<{ name: Name; value: unknown }>;
}

/** The active filters of the list as chips, kept in the address, and a menu to add one. */
export function ListFilters<Name extends string>({
  names,
  offered,
  labelOf,
  useChoices,
  Value,
}: ListFiltersProps<Name>) {
  const t = useKitT();
  const { filterValues, setFilters } = useListContext();
  const isActive = (name: Name) => filterValues[name] !== undefined;
  const without = (name: Name) => {
    const { [name as string]: _, ...others } = filterValues;
    setFilters(others);
  };
  return (
    <div className="filters">
      {names.filter(isActive).map((name) => (
        <FilterChip
          key={name}
          label={labelOf(name)}
          remove={t('kit.filters.remove', { name: labelOf(name) })}
          onRemove={() => without(name)}
        >
          <Value name={name} value={filterValues[name]} />
        </FilterChip>
      ))}
      <AddFilter
        label={t('kit.filters.add')}
        offered={offered.filter((name) => !isActive(name)).map((name) => ({ name, label: labelOf(name) }))}
        useChoices={useChoices}
        onAdd={(name, { value, otherFilters }) => setFilters({ ...filterValues, [name]: value, ...otherFilters })}
      />
    </div>
  );
}
