import { useListContext } from 'ra-core';

/** The filters of the list around it, and a function that sets one of them; an empty value removes it. */
export function useFilterChoice() {
  const { filterValues, setFilters } = useListContext();
  const choose = (name: string, value: string) => {
    const { [name]: _, ...others } = filterValues;
    setFilters(value ? { ...others, [name]: value } : others);
  };
  return { filterValues, choose };
}
