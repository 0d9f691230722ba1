import type { MenuDetail } from '@fournil/contract/menus/menu';
import { EditedRecord } from '../../kit/forms/EditedRecord.tsx';
import { GonePage } from '../../kit/pages/GonePage.tsx';
import { useRecordOfAddress } from '../../kit/pages/useRecordOfAddress.ts';
import { PageFor } from '../../kit/session/May.tsx';
import { useRolloutT } from '../messages.ts';
import { RevisionRollout } from './RevisionRollout.tsx';

/** MNU-03: `/menus/{id}/rollout`. */
export function MenuRollout() {
  return (
    <PageFor act="menus.rollOut">
      <Loaded />
    </PageFor>
  );
}

function Loaded() {
  const t = useRolloutT();
  const reading = useRecordOfAddress<MenuDetail>('menus', { isAfresh: true });
  const gone = <GonePage icon="menus" title={t('rollouts.create.goneMenu')} to="/menus" back={t('rollouts.toMenus')} />;
  return (
    <EditedRecord reading={reading} gone={gone}>
      {(latest) => <RevisionRollout kind="menu" record={latest} />}
    </EditedRecord>
  );
}
