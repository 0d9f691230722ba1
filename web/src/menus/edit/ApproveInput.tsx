import type { MenuDetail } from '@fournil/contract/menus/menu';
import { useInput } from 'ra-core';
import { SwitchInput } from '../../kit/inputs/SwitchInput.tsx';
import { useMay } from '../../kit/session/profile.ts';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import { DraftSwitch } from '../../rollouts/index.ts';
import { useT } from '../messages.ts';

/** Whether it is approved with this save: a choice for those who may approve it, and the reason for the others. */
export function ApproveInput({ menu }: { menu: MenuDetail | null }) {
  const t = useT();
  const may = useMay();
  if (menu?.reachesFurther)
    return (
      <p className="menu-edit__notice" role="note">
        <StateSign sign="unapproved" /> {t('menus.show.furtherHint')}
      </p>
    );
  if (!may('menus.approve'))
    return (
      <p className="menu-edit__notice" role="note">
        <StateSign sign="unapproved" /> {t('menus.edit.savedWaits')}
      </p>
    );
  if (menu?.approved) return <Approved menu={menu} />;
  return <Choice />;
}

function Approved({ menu }: { menu: MenuDetail }) {
  const t = useT();
  const { field } = useInput<{ draft: boolean }>({ source: 'draft' });
  const isDraft = field.value === true;
  return (
    <div className="menu-edit__approved">
      {!isDraft && (
        <p className="soft state">
          <StateSign sign="approved" /> {t('menus.edit.savedApproved', { smart_count: menu.sentCount })}
        </p>
      )}
      <DraftSwitch kind="menu" record={menu} isOn={isDraft} onChange={field.onChange} />
    </div>
  );
}

function Choice() {
  const t = useT();
  return <SwitchInput source="approved" label={t('menus.edit.approve')} hint={t('menus.edit.approveHint')} />;
}
