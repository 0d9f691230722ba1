import { say } from '@fournil/contract/kit/words';
import { machineCategories } from '@fournil/contract/machines/catalogue';
import { type MenuView, menuLimits } from '@fournil/contract/menus/menu';
import { When } from '../../kit/format/When.tsx';
import { PlainList } from '../../kit/lists/PlainList.tsx';
import { PageFor } from '../../kit/session/May.tsx';
import { useLanguage } from '../../kit/useT.ts';
import { useT } from '../messages.ts';
import { CreateMenu, EmptyMenus } from '../parts/EmptyMenus.tsx';
import { MenuFilters } from '../parts/MenuFilters.tsx';
import { MenuReach } from '../parts/MenuReach.tsx';
import { MenuName } from '../parts/MenuState.tsx';
import { MenuViews } from '../parts/MenuViews.tsx';
import { useSeasonText } from '../parts/seasonText.ts';

/** MNU-01 */
export function MenuList() {
  return (
    <PageFor act="menus.list">
      <List />
    </PageFor>
  );
}

function List() {
  const t = useT();
  const language = useLanguage();
  const seasonText = useSeasonText();
  return (
    <PlainList<MenuView>
      resource="menus"
      title={t('menus.title')}
      lead={t('menus.list.lead')}
      sort="name"
      perPage={menuLimits.listPageSize}
      search={t('menus.list.search')}
      filters={<MenuFilters />}
      actions={<CreateMenu isMain />}
      above={<MenuViews />}
      empty={<EmptyMenus />}
      columns={[
        { name: 'name', label: t('menus.list.name'), order: 'name', cell: (menu) => <MenuName menu={menu} /> },
        {
          name: 'category',
          label: t('menus.list.category'),
          order: 'categoryName',
          cell: ({ category }) => say(machineCategories[category].name, language),
        },
        { name: 'season', label: t('menus.list.season'), cell: ({ season }) => seasonText(season) },
        {
          name: 'programs',
          label: t('menus.list.programs'),
          order: 'programCount',
          isNumber: true,
          cell: ({ programCount }) => programCount,
        },
        { name: 'reach', label: t('menus.list.reach'), cell: (menu) => <MenuReach menu={menu} /> },
        {
          name: 'updatedAt',
          label: t('menus.list.updatedAt'),
          order: 'updatedAt',
          only: 'roomy',
          cell: ({ updatedAt }) => <When at={updatedAt} />,
        },
      ]}
    />
  );
}
