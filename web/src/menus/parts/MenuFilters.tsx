import { say } from '@fournil/contract/kit/words';
import { machineCategories, machineCategoryCodes } from '@fournil/contract/machines/catalogue';
import { useLanguage } from '../../kit/useT.ts';
import { useT } from '../messages.ts';
import './menuFilters.css';
import { useFilterChoice } from '../../kit/lists/useFilterChoice.ts';

/** Category, and standing or seasonal; kept in the address. */
export function MenuFilters() {
  const t = useT();
  const language = useLanguage();
  const { filterValues, choose } = useFilterChoice();
  return (
    <>
      <select
        className="control menu-filter"
        aria-label={t('menus.list.category')}
        value={filterValues['category'] ?? ''}
        onChange={(event) => choose('category', event.target.value)}
      >
        <option value="">{t('menus.list.everyCategory')}</option>
        {machineCategoryCodes.map((code) => (
          <option key={code} value={code}>
            {say(machineCategories[code].name, language)}
          </option>
        ))}
      </select>
      <select
        className="control menu-filter"
        aria-label={t('menus.list.season')}
        value={String(filterValues['seasonal'] ?? '')}
        onChange={(event) => choose('seasonal', event.target.value)}
      >
        <option value="">{t('menus.list.everySeason')}</option>
        <option value="false">{t('menus.list.standing')}</option>
        <option value="true">{t('menus.list.seasonal')}</option>
      </select>
    </>
  );
}
