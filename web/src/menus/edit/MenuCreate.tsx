import { type MenuDetail, menuInput } from '@fournil/contract/menus/menu';
import { CreateForm } from '../../kit/forms/CreateForm.tsx';
import { useKitT } from '../../kit/messages.ts';
import { PageFor } from '../../kit/session/May.tsx';
import { useMay } from '../../kit/session/profile.ts';
import { useT } from '../messages.ts';
import { MenuFields } from './MenuFields.tsx';
import { emptyMenu, inputOf, type MenuValues } from './menuForm.ts';

/** MNU-01 */
export function MenuCreate() {
  const t = useT();
  const kitT = useKitT();
  const mayApprove = useMay()('menus.approve');
  return (
    <PageFor act="menus.create">
      <CreateForm<MenuDetail, MenuValues>
        resource="menus"
        title={t('menus.create')}
        isWide
        schema={menuInput}
        defaultValues={emptyMenu}
        inputOf={(values) => inputOf(values, mayApprove)}
        submit={kitT('kit.save')}
        cancelTo="/menus"
        done={({ approved, name }) => t(approved ? 'menus.edit.created' : 'menus.edit.createdWaits', { name })}
      >
        <MenuFields menu={null} />
      </CreateForm>
    </PageFor>
  );
}
