import type { FilterChoice } from '../../kit/lists/AddFilter.tsx';
import { ListFilters } from '../../kit/lists/ListFilters.tsx';
import { useKitT } from '../../kit/messages.ts';
import { useStructure } from '../../kit/structures/structureChoices.ts';
import { useT } from '../messages.ts';

const names = ['active', 'structure', 'twoStep'] as const;
type FilterName = (typeof names)[number];

/** The active filters and a menu to add one. */
export function PeopleFilters({ hasStructures = false }: { hasStructures?: boolean | undefined }) {
  const t = useT();
  return (
    <ListFilters
      names={names}
      offered={names.filter((name) => hasStructures || name !== 'structure')}
      labelOf={(name) => t(`users.filters.${name}`)}
      useChoices={useChoices}
      Value={FilterValue}
    />
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
