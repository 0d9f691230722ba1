import { say } from '@fournil/contract/kit/words';
import { machineCategories } from '@fournil/contract/machines/catalogue';
import { type MenuDetail, menuUpdate } from '@fournil/contract/menus/menu';
import { VersionedForm } from '../../kit/forms/VersionedForm.tsx';
import { RecordPage } from '../../kit/pages/RecordPage.tsx';
import { useLanguage } from '../../kit/useT.ts';
import { afterSaving } from '../../rollouts/index.ts';
import { useT } from '../messages.ts';
import { useMenuFields } from '../parts/useMenuFields.ts';
import { MenuFields } from './MenuFields.tsx';
import { type MenuValues, updateOf, valuesOf } from './menuForm.ts';

/** MNU-01: content and places of a menu that exists. */
export function MenuEdit() {
  const t = useT();
  return (
    <RecordPage<MenuDetail> of="menu" act="menus.change" titleOf={({ name }) => t('menus.edit.title', { name })} isForm>
      {(latest) => <EditForm latest={latest} />}
    </RecordPage>
  );
}

function EditForm({ latest }: { latest: MenuDetail }) {
  const t = useT();
  const language = useLanguage();
  const fields = useMenuFields();
  return (
    <div className="page">
      <div className="page__head">
        <h1>
          {t('menus.edit.title', { name: latest.name })}{' '}
          <small>{say(machineCategories[latest.category].name, language)}</small>
        </h1>
      </div>
      <VersionedForm<MenuDetail, MenuValues>
        latest={latest}
        resource="menus"
        address={`/menus/${latest.id}/show`}
        fields={fields}
        schema={menuUpdate}
        valuesOf={valuesOf}
        updateOf={updateOf}
        savedTo={(saved, sent) => afterSaving('menu', saved, 'draft' in sent)}
      >
        {(menu) => <MenuFields menu={menu} />}
      </VersionedForm>
    </div>
  );
}
