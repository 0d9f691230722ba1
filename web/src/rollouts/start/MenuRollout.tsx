import type { MenuDetail } from '@fournil/contract/menus/menu';
import { RecordPage } from '../../kit/pages/RecordPage.tsx';
import { RevisionRollout } from './RevisionRollout.tsx';

/** MNU-03: `/menus/{id}/rollout`. */
export function MenuRollout() {
  return (
    <RecordPage<MenuDetail> of="menu" act="menus.rollOut" isForm>
      {(latest) => <RevisionRollout kind="menu" record={latest} />}
    </RecordPage>
  );
}
