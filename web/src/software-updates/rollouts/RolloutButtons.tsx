import type { RolloutAction, RolloutView } from '@fournil/contract/software-updates/rollout';
import { useState } from 'react';
import { call, useAct } from '../../data/index.ts';
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx';
import { useRolloutT } from './rolloutMessages.ts';
import { rolloutReading } from './rolloutQueries.ts';

/** The actions on a rollout: it is paused and resumed at once; stopping and retrying are confirmed first. */
export function RolloutButtons({ rollout }: { rollout: RolloutView }) {
  const t = useRolloutT();
  const [asked, setAsked] = useState<'stop' | 'retry' | null>(null);
  const { act: ask, isPending } = useRolloutAction(rollout, () => setAsked(null));
  const isOpen = rollout.state === 'running' || rollout.state === 'paused';
  const act = (action: RolloutAction) => () => ask(action);
  return (
    <div className="update__actions">
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
          <p>{t(asked === 'stop' ? 'rollouts.act.stopBody' : 'rollouts.act.retryBody')}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

export function useRolloutAction({ id }: RolloutView, onSettled: () => void) {
  return useAct({
    changes: 'rollouts',
    send: (action: RolloutAction) => call<RolloutView>(`/rollouts/${id}`, { method: 'PUT', body: { action } }),
    answers: rolloutReading(id),
    onSettled,
  });
}
