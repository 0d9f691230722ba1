import { say } from '@fournil/contract/kit/words';
import { machineCategories } from '@fournil/contract/machines/catalogue';
import { type MenuDetail, menuUpdate } from '@fournil/contract/menus/menu';
import { EditedRecord } from '../../kit/forms/EditedRecord.tsx';
import { VersionedForm } from '../../kit/forms/VersionedForm.tsx';
import { useRecordOfAddress } from '../../kit/pages/useRecordOfAddress.ts';
import { useTitle } from '../../kit/pages/useTitle.ts';
import { PageFor } from '../../kit/session/May.tsx';
import { useLanguage } from '../../kit/useT.ts';
import { afterSaving } from '../../rollouts/index.ts';
import { useT } from '../messages.ts';
import { MenuGone } from '../parts/MenuGone.tsx';
import { useMenuFields } from '../parts/useMenuFields.ts';
import { MenuFields } from './MenuFields.tsx';
import { type MenuValues, updateOf, valuesOf } from './menuForm.ts';

/** MNU-01: content and places of a menu that exists. */
export function MenuEdit() {
  return (
    <PageFor act="menus.change">
      <Loaded />
    </PageFor>
  );
}

function Loaded() {
  const t = useT();
  const reading = useRecordOfAddress<MenuDetail>('menus', { isAfresh: true });
  const menu = reading.data;
  useTitle(menu ? t('menus.edit.title', { name: menu.name }) : t('menus.title'));
  return (
    <EditedRecord reading={reading} gone={<MenuGone />}>
      {(latest) => <EditForm latest={latest} />}
    </EditedRecord>
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
