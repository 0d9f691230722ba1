import type { MenuDetail } from '@fournil/contract/menus/menu';
import { useParams } from 'react-router-dom';
import { isGone, useRecord } from '../../data/index.ts';
import { Failed } from '../../kit/pages/Failed.tsx';
import { GonePage } from '../../kit/pages/GonePage.tsx';
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
  const { id = '' } = useParams();
  const { data: menu, error, refetch } = useRecord<MenuDetail>('menus', id, { isAfresh: true });
  if (isGone(error))
    return <GonePage icon="menus" title={t('rollouts.create.goneMenu')} to="/menus" back={t('rollouts.toMenus')} />;
  if (error && !menu) return <Failed onRetry={() => void refetch()} />;
  if (!menu) return <div className="page" aria-busy="true" />;
  return <RevisionRollout kind="menu" record={menu} />;
}
