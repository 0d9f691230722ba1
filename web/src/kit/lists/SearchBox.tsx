import { useListContext } from 'ra-core';
import { SearchField } from './SearchField.tsx';

/** The free-text filter `q` of a list. */
export function SearchBox({ label }: { label: string }) {
  const { filterValues, setFilters } = useListContext();
  const search = (text: string) => {
    const { q: _, ...others } = filterValues;
    setFilters(text ? { ...others, q: text } : others);
  };
  return <SearchField label={label} value={filterValues['q'] ?? ''} onSearch={search} />;
}
