import { say } from '@fournil/contract/kit/words';
import { machineCategories, machineCategoryCodes } from '@fournil/contract/machines/catalogue';
import { useListContext } from 'ra-core';
import { useRecord } from '../../data/index.ts';
import { categoryName } from '../../kit/format/categoryName.ts';
import { AddFilter, type FilterChoice } from '../../kit/lists/AddFilter.tsx';
import { FilterChip } from '../../kit/lists/FilterChip.tsx';
import { useKitT } from '../../kit/messages.ts';
import { useMay, useProfile } from '../../kit/session/profile.ts';
import { useStructure } from '../../kit/structures/structureChoices.ts';
import { useLanguage } from '../../kit/useT.ts';
import { useT } from '../messages.ts';

const flags = ['approved', 'active', 'connected', 'failing', 'paired'] as const;
type Flag = (typeof flags)[number];
type FilterName = Flag | 'category' | 'structure' | 'programs' | 'menu';
const shown: FilterName[] = ['structure', 'category', 'programs', 'menu', ...flags];

/** The active filters as chips, kept in the address, and a menu to add one. */
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
  if (name === 'programs') return <RecordName resource="programs" id={String(value)} />;
  if (name === 'menu') return <RecordName resource="menus" id={String(value)} />;
  if (name === 'category') {
    const codes: unknown[] = Array.isArray(value) ? value : [value];
    return codes.map((code) => categoryName(code, language)).join(', ');
  }
  return kitT(String(value) === 'true' ? 'kit.yes' : 'kit.no').toLowerCase();
}

function StructureName({ id }: { id: string }) {
  const t = useT();
  const structure = useStructure(id);
  return t('machines.filters.below', { name: structure?.name ?? '…' });
}

function RecordName({ resource, id }: { resource: 'programs' | 'menus'; id: string }) {
  const { data } = useRecord<{ id: string; name: string }>(resource, id);
  return data?.name ?? '…';
}

/** The filters by the reader's rights (operations.md, filters). */
function useOffered(): FilterName[] {
  const may = useMay();
  const profile = useProfile();
  const { filterValues } = useListContext();
  const concerns: Partial<Record<FilterName, boolean>> = {
    structure: may('structures.open'),
    category: profile?.kind === 'clientAdmin',
    // Links lead to these, from the page of a program and from a menu.
    programs: false,
    menu: false,
    approved: may('machines.approve'),
    paired: may('machines.connect'),
  };
  return shown.filter((name) => filterValues[name] === undefined && concerns[name] !== false);
}

function useChoices(name: FilterName | null): FilterChoice[] {
  const kitT = useKitT();
  const language = useLanguage();
  if (name === null || name === 'programs' || name === 'menu' || name === 'structure') return [];
  if (name === 'category')
    return machineCategoryCodes.map((code) => ({ value: code, label: say(machineCategories[code].name, language) }));
  return [true, false].map((value) => ({ value, label: kitT(value ? 'kit.yes' : 'kit.no') }));
}
