import { CreateLink } from '../../kit/lists/CreateLink.tsx';
import { EmptyList } from '../../kit/lists/EmptyList.tsx';
import { Icon } from '../../kit/signs/Icon.tsx';
import { useT } from '../messages.ts';

/** In place of the list: what menus are for, or that none matches. */
export function EmptyMenus() {
  const t = useT();
  return (
    <EmptyList
      sign={<Icon name="menus" size={40} />}
      empty={{ title: t('menus.list.emptyTitle'), body: t('menus.list.emptyBody') }}
      none={{ title: t('menus.list.noneTitle'), body: t('menus.list.noneBody') }}
      showAll={t('menus.list.showAll')}
    >
      <CreateMenu />
    </EmptyList>
  );
}

export function CreateMenu({ isMain = false }: { isMain?: boolean }) {
  const t = useT();
  return (
    <CreateLink act="menus.create" to="/menus/create" isMain={isMain}>
      {t('menus.create')}
    </CreateLink>
  );
}
