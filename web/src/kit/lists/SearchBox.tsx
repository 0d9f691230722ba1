import { SearchField } from './SearchField.tsx';
import { useFilterChoice } from './useFilterChoice.ts';

/** The free-text filter `q` of a list. */
export function SearchBox({ label }: { label: string }) {
  const { filterValues, choose } = useFilterChoice();
  return <SearchField label={label} value={filterValues['q'] ?? ''} onSearch={(text) => choose('q', text)} />;
}
