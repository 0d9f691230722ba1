import { categoryChoices } from '../../kit/format/categoryName.ts';
import { SelectFilter } from '../../kit/lists/SelectFilter.tsx';
import { useFilterChoice } from '../../kit/lists/useFilterChoice.ts';
import { useLanguage } from '../../kit/useT.ts';
import { useT } from '../messages.ts';
import './menuFilters.css';

/** Category, and standing or seasonal; kept in the address. */
export function MenuFilters() {
  const t = useT();
  const language = useLanguage();
  const { filterValues, choose } = useFilterChoice();
  return (
    <>
      <SelectFilter
        className="menu-filter"
        label={t('menus.list.category')}
        every={t('menus.list.everyCategory')}
        choices={categoryChoices(language)}
        value={filterValues['category']}
        onChoose={(value) => choose('category', value)}
      />
      <SelectFilter
        className="menu-filter"
        label={t('menus.list.season')}
        every={t('menus.list.everySeason')}
        choices={[
          { value: 'false', label: t('menus.list.standing') },
          { value: 'true', label: t('menus.list.seasonal') },
        ]}
        value={filterValues['seasonal']}
        onChoose={(value) => choose('seasonal', value)}
      />
    </>
  );
}
