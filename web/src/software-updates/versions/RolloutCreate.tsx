import { Navigate } from 'react-router-dom';
import { isGone } from '../../data/index.ts';
import { Failed } from '../../kit/pages/Failed.tsx';
import { useTitle } from '../../kit/pages/useTitle.ts';
import { NewRollout } from '../../rollouts/index.ts';
import { useRolloutT } from '../../rollouts/messages.ts';
import { UpdateGone } from './UpdateShow.tsx';
import { useSoftwareUpdate } from './useSoftwareUpdate.ts';

/** `/software-updates/{id}/rollout`: rings, rules, a dry run, and the start. */
export function RolloutCreate() {
  const t = useRolloutT();
  const { data: update, error, refetch } = useSoftwareUpdate();
  useTitle(update ? t('rollouts.create.title', { subject: update.version }) : t('rollouts.title'));
  if (isGone(error)) return <UpdateGone />;
  if (error && !update) return <Failed onRetry={() => void refetch()} />;
  if (!update) return <div className="page" aria-busy="true" />;
  if (update.revoked) return <Navigate to={`/software-updates/${update.id}`} replace />;
  return (
    <NewRollout
      kind="software"
      subject={{ kind: 'software', update: update.id }}
      name={update.version}
      offeredModels={update.models}
      backTo={`/software-updates/${update.id}`}
    />
  );
}
