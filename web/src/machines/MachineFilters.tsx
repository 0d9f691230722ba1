import { say } from '@fournil/contract/kit/words';
import { type MachineCategoryCode, machineCategories, machineCategoryCodes } from '@fournil/contract/machines/catalogue';
import { useQuery } from '@tanstack/react-query';
import { useGetOne, useListContext } from 'ra-core';
import { AddFilter, type FilterChoice } from '../kit/AddFilter.tsx';
import { FilterChip } from '../kit/FilterChip.tsx';
import { useKitT } from '../kit/messages.ts';
import { useMay } from '../kit/profile.ts';
import { structuresQuery, useStructure } from '../kit/structuresQuery.ts';
import { useLanguage } from '../kit/useT.ts';
import { useT } from './messages.ts';

const flags = ['approved', 'active', 'connected', 'failing', 'paired'] as const;
type Flag = (typeof flags)[number];
type FilterName = Flag | 'category' | 'structure' | 'programs';
const shown: FilterName[] = ['structure', 'category', 'programs', ...flags];

/** The filters in force as chips, kept in the address, and a way to add one. */
export function MachineFilters() {
  const t = useT();
  const { filterValues, setFilters } = useListContext();
  const offered = useOffered();
  const without = (name: FilterName) => {
    const { [name]: _, ...others } = filterValues;
    setFilters(others);
  };
  return (
    <div className="filters">
      {shown
        .filter((name) => filterValues[name] !== undefined)
        .map((name) => (
          <FilterChip
            key={name}
            label={t(`machines.filters.${name}`)}
            remove={t('machines.filters.remove', { name: t(`machines.filters.${name}`) })}
            onRemove={() => without(name)}
          >
            <FilterValue name={name} value={filterValues[name]} />
          </FilterChip>
        ))}
      <AddFilter
        label={t('machines.filters.add')}
        offered={offered.map((name) => ({ name, label: t(`machines.filters.${name}`) }))}
        useChoices={useChoices}
        onAdd={(name, value) => setFilters({ ...filterValues, [name]: value })}
      />
    </div>
  );
}

function FilterValue({ name, value }: { name: FilterName; value: unknown }) {
  const kitT = useKitT();
  const language = useLanguage();
  if (name === 'structure') return <StructureName id={String(value)} />;
  if (name === 'programs') return <ProgramName id={String(value)} />;
  if (name === 'category') {
    const codes = (Array.isArray(value) ? value : [value]) as MachineCategoryCode[];
    return codes.map((code) => say(machineCategories[code].name, language)).join(', ');
  }
  return kitT(String(value) === 'true' ? 'kit.yes' : 'kit.no').toLowerCase();
}

function StructureName({ id }: { id: string }) {
  const t = useT();
  const structure = useStructure(id);
  return t('machines.filters.below', { name: structure?.name ?? '…' });
}

function ProgramName({ id }: { id: string }) {
  const { data } = useGetOne<{ id: string; name: string }>('programs', { id });
  return data?.name ?? '…';
}

function useOffered(): FilterName[] {
  const may = useMay();
  const { filterValues } = useListContext();
  return shown.filter((name) => filterValues[name] === undefined && name !== 'programs' && (name !== 'structure' || may('structures.list')));
}

function useChoices(name: FilterName | null): FilterChoice[] {
  const kitT = useKitT();
  const language = useLanguage();
  const { data: structures } = useQuery({ ...structuresQuery, enabled: name === 'structure' });
  if (name === null || name === 'programs') return [];
  if (name === 'structure') return (structures ?? []).map(({ id, name: label, depth }) => ({ value: id, label, depth }));
  if (name === 'category') return machineCategoryCodes.map((code) => ({ value: code, label: say(machineCategories[code].name, language) }));
  return [true, false].map((value) => ({ value, label: kitT(value ? 'kit.yes' : 'kit.no') }));
}
