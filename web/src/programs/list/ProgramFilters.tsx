import { say } from '@fournil/contract/kit/words';
import { machineCategories, machineCategoryCodes } from '@fournil/contract/machines/catalogue';
import { useListContext } from 'ra-core';
import { useRead } from '../../data/index.ts';
import { categoryName } from '../../kit/format/categoryName.ts';
import { AddFilter, type FilterChoice } from '../../kit/lists/AddFilter.tsx';
import { FilterChip } from '../../kit/lists/FilterChip.tsx';
import { useKitT } from '../../kit/messages.ts';
import { useMay, useProfile } from '../../kit/session/profile.ts';
import { useStructure } from '../../kit/structures/structureChoices.ts';
import { useLanguage } from '../../kit/useT.ts';
import { tagsReading } from '../inputs/tagsReading.ts';
import { useT } from '../messages.ts';

const filterNames = ['category', 'structure', 'approved', 'tags'] as const;
type FilterName = (typeof filterNames)[number];

/** The active filters as chips, kept in the address, and a menu to add one; which ones depends on the role (PRG-01). */
export function ProgramFilters() {
  const t = useT();
  const { filterValues, setFilters } = useListContext();
  const offered = useOffered().filter((name) => filterValues[name] === undefined);
  const without = (name: FilterName) => {
    const { [name]: _, ...others } = filterValues;
    setFilters(others);
  };
  return (
    <div className="filters">
      {filterNames
        .filter((name) => filterValues[name] !== undefined)
        .map((name) => (
          <FilterChip
            key={name}
            label={t(`resources.programs.filters.${name}`)}
            remove={t('resources.programs.filters.remove', { name: t(`resources.programs.filters.${name}`) })}
            onRemove={() => without(name)}
          >
            <ChosenValue name={name} value={String(filterValues[name])} />
          </FilterChip>
        ))}
      <AddFilter
        label={t('resources.programs.filters.add')}
        offered={offered.map((name) => ({ name, label: t(`resources.programs.filters.${name}`) }))}
        useChoices={useChoices}
        onAdd={(name, value) => setFilters({ ...filterValues, [name]: value })}
      />
    </div>
  );
}

function useOffered(): FilterName[] {
  const may = useMay();
  const profile = useProfile();
  const allowed: Record<FilterName, boolean> = {
    category: profile?.kind === 'clientAdmin',
    structure: may('structures.open'),
    approved: may('programs.seeUnapproved'),
    tags: may('tags.open'),
  };
  return filterNames.filter((name) => allowed[name]);
}

function useChoices(name: FilterName | null): FilterChoice[] {
  const t = useT();
  const kitT = useKitT();
  const language = useLanguage();
  const tags = useRead({ ...tagsReading, enabled: name === 'tags' }).data?.data;
  switch (name) {
    case 'category':
      return machineCategoryCodes.map((code) => ({ value: code, label: say(machineCategories[code].name, language) }));
    case 'tags':
      return (tags ?? []).map((tag) => ({ value: tag.id, label: tag.name }));
    case 'approved':
      return [
        { value: 'true', label: kitT('kit.yes') },
        { value: 'false', label: t('resources.programs.states.unapproved') },
      ];
    default:
      return [];
  }
}

function ChosenValue({ name, value }: { name: FilterName; value: string }) {
  const t = useT();
  const language = useLanguage();
  const choices = useChoices(name);
  const structure = useStructure(name === 'structure' ? value : null);
  if (name === 'category') return categoryName(value, language);
  if (name === 'structure') return t('resources.programs.filters.below', { name: structure?.name ?? '…' });
  return choices.find((one) => one.value === value)?.label ?? '…';
}
