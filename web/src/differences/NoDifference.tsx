import { useListContext } from 'ra-core';
import { EmptyList } from '../kit/lists/EmptyList.tsx';
import { StateSign } from '../kit/signs/StateSign.tsx';
import { useT } from './messages.ts';

/** Good news, or nothing with these filters. */
export function NoDifference() {
  const t = useT();
  const { filterValues, setFilters } = useListContext();
  const { kept, ...others } = filterValues;
  const isOpen = String(kept) === 'false';
  const isFiltered = Object.keys(others).length > 0 || String(kept) === 'true';
  return (
    <EmptyList
      sign={<StateSign sign={isFiltered ? 'changedOnMachine' : 'synchronised'} size={28} />}
      empty={{ title: t('differences.none.title'), body: t('differences.none.body') }}
      none={{ title: t('differences.none.filtered'), body: t('differences.none.filteredBody') }}
      showAll={t('differences.none.showAll')}
      isFiltered={isFiltered}
    >
      {isOpen && (
        <button type="button" className="button" onClick={() => setFilters({ kept: true })}>
          {t('differences.none.showKept')}
        </button>
      )}
    </EmptyList>
  );
}
