import { useListContext } from 'ra-core';
import { AddFilter, type FilterChoice } from '../../kit/lists/AddFilter.tsx';
import { FilterChip } from '../../kit/lists/FilterChip.tsx';
import { useKitT } from '../../kit/messages.ts';
import { useStructure } from '../../kit/structures/structureChoices.ts';
import { useT } from '../messages.ts';

const names = ['active', 'structure', 'twoStep'] as const;
type FilterName = (typeof names)[number];

/** The active filters as chips, kept in the address, and a menu to add one. */
export function PeopleFilters({ hasStructures = false }: { hasStructures?: boolean | undefined }) {
  const t = useT();
  const { filterValues, setFilters } = useListContext();
  const offered = names.filter((name) => filterValues[name] === undefined && (hasStructures || name !== 'structure'));
  const without = (name: FilterName) => {
    const { [name]: _, ...others } = filterValues;
    setFilters(others);
  };
  return (
    <div className="filters">
      {names
        .filter((name) => filterValues[name] !== undefined)
        .map((name) => (
          <FilterChip
            key={name}
            label={t(`users.filters.${name}`)}
            remove={t('users.filters.remove', { name: t(`users.filters.${name}`) })}
            onRemove={() => without(name)}
          >
            <FilterValue name={name} value={filterValues[name]} />
          </FilterChip>
        ))}
      <AddFilter
        label={t('users.filters.add')}
        offered={offered.map((name) => ({ name, label: t(`users.filters.${name}`) }))}
        useChoices={useChoices}
        onAdd={(name, value) => setFilters({ ...filterValues, [name]: value })}
      />
    </div>
  );
}

function FilterValue({ name, value }: { name: FilterName; value: unknown }) {
  const kitT = useKitT();
  const structure = useStructure(name === 'structure' ? String(value) : null);
  if (name === 'structure') return structure?.name ?? '…';
  return kitT(String(value) === 'true' ? 'kit.yes' : 'kit.no').toLowerCase();
}

function useChoices(name: FilterName | null): readonly FilterChoice[] {
  const kitT = useKitT();
  if (name === 'structure') return [];
  return [
    { value: true, label: kitT('kit.yes') },
    { value: false, label: kitT('kit.no') },
  ];
}
