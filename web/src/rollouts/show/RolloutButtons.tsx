import type { RolloutAction, RolloutView } from '@fournil/contract/rollouts/rollout';
import { useState } from 'react';
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx';
import { useRolloutT } from '../messages.ts';
import { useMayAct } from '../parts/useMayAct.ts';
import { RollBackButton } from './RollBack.tsx';
import { useRolloutAction } from './useRolloutAction.ts';

/** The actions on a rollout: it is paused and resumed at once; the others are confirmed first. */
export function RolloutButtons({ rollout }: { rollout: RolloutView }) {
  const t = useRolloutT();
  const [asked, setAsked] = useState<'stop' | 'retry' | null>(null);
  const { act: ask, isPending } = useRolloutAction(rollout, () => setAsked(null));
  const isOpen = rollout.state === 'running' || rollout.state === 'paused';
  const act = (action: RolloutAction) => () => ask({ action });
  const isSoftware = rollout.kind === 'software';
  if (!useMayAct(rollout.kind)) return null;
  return (
    <div className="rollout__actions">
      {rollout.state === 'running' && (
        <button type="button" className="button" disabled={isPending} onClick={act('pause')}>
          {t('rollouts.act.pause')}
        </button>
      )}
      {rollout.state === 'paused' && (
        <button type="button" className="button button--main" disabled={isPending} onClick={act('resume')}>
          {t('rollouts.act.resume')}
        </button>
      )}
      {rollout.retryable > 0 && (
        <button type="button" className="button" disabled={isPending} onClick={() => setAsked('retry')}>
          {t('rollouts.act.retry', { smart_count: rollout.retryable })}
        </button>
      )}
      {isOpen && (
        <button type="button" className="button button--danger" disabled={isPending} onClick={() => setAsked('stop')}>
          {t('rollouts.act.stop')}
        </button>
      )}
      <RollBackButton rollout={rollout} />
      {asked && (
        <ConfirmDialog
          title={
            asked === 'stop'
              ? t('rollouts.act.stopTitle')
              : t('rollouts.act.retryTitle', { smart_count: rollout.retryable })
          }
          confirm={t(asked === 'stop' ? 'rollouts.act.stopDo' : 'rollouts.act.retryDo')}
          isPending={isPending}
          onConfirm={act(asked)}
          onClose={() => setAsked(null)}
        >
          <p>{t(`rollouts.act.${asked}${isSoftware ? 'Body' : 'BodyOwn'}`)}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
