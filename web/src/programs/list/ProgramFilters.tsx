import { useRead } from '../../data/index.ts';
import { categoryChoices, categoryName } from '../../kit/format/categoryName.ts';
import type { FilterChoice } from '../../kit/lists/AddFilter.tsx';
import { ListFilters } from '../../kit/lists/ListFilters.tsx';
import { useKitT } from '../../kit/messages.ts';
import { useMay, useProfile } from '../../kit/session/profile.ts';
import { useStructure } from '../../kit/structures/structureChoices.ts';
import { useLanguage } from '../../kit/useT.ts';
import { tagsReading } from '../inputs/tagsReading.ts';
import { useT } from '../messages.ts';

const filterNames = ['category', 'structure', 'approved', 'tags'] as const;
type FilterName = (typeof filterNames)[number];

/** The active filters and a menu to add one; which ones depends on the role (PRG-01). */
export function ProgramFilters() {
  const t = useT();
  return (
    <ListFilters
      names={filterNames}
      offered={useOffered()}
      labelOf={(name) => t(`resources.programs.filters.${name}`)}
      useChoices={useChoices}
      Value={ChosenValue}
    />
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
      return categoryChoices(language);
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

function ChosenValue({ name, value: chosen }: { name: FilterName; value: unknown }) {
  const t = useT();
  const language = useLanguage();
  const value = String(chosen);
  const choices = useChoices(name);
  const structure = useStructure(name === 'structure' ? value : null);
  if (name === 'category') return categoryName(value, language);
  if (name === 'structure') return t('resources.programs.filters.below', { name: structure?.name ?? '…' });
  return choices.find((one) => one.value === value)?.label ?? '…';
}
