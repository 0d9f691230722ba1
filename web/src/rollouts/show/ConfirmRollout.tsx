import type { RolloutView } from '@fournil/contract/rollouts/rollout';
import { useState } from 'react';
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx';
import { useProfile } from '../../kit/session/profile.ts';
import { useRolloutT } from '../messages.ts';
import { sumOf } from '../parts/rolloutQueries.ts';
import { useSubjectText } from '../parts/subject.ts';
import { useMayAct } from '../parts/useMayAct.ts';
import { useRolloutAction } from './useRolloutAction.ts';

/** SWU-06: the person who asked for the rollout can withdraw it; another confirms or declines it. */
export function ConfirmRollout({ rollout }: { rollout: RolloutView }) {
  const t = useRolloutT();
  const profile = useProfile();
  const [asked, setAsked] = useState<'confirm' | 'takeBack' | null>(null);
  const { act, isPending } = useRolloutAction(rollout, () => setAsked(null));
  const subject = useSubjectText()(rollout.subject);
  const may = useMayAct(rollout.kind);
  const isMine = rollout.askedBy?.id === profile?.id;
  const { rings } = rollout;
  // After a retry this may be a later ring than the first.
  const next = rings.find(({ counts }) => (counts.waiting ?? 0) > 0);
  if (!may) return null;
  return (
    <div className="rollout-confirm">
      <p>
        {isMine
          ? t('rollouts.confirm.yours')
          : t('rollouts.confirm.lead', { name: rollout.askedBy?.name ?? rollout.createdBy })}
      </p>
      <div className="rollout__actions">
        {!isMine && (
          <button
            type="button"
            className="button button--main"
            disabled={isPending}
            onClick={() => setAsked('confirm')}
          >
            {t('rollouts.confirm.do')}
          </button>
        )}
        <button
          type="button"
          className="button button--danger"
          disabled={isPending}
          onClick={() => setAsked('takeBack')}
        >
          {t(isMine ? 'rollouts.confirm.takeBack' : 'rollouts.confirm.decline')}
        </button>
      </div>
      {asked && (
        <ConfirmDialog
          title={asked === 'confirm' ? t('rollouts.confirm.title', { subject }) : t('rollouts.confirm.takeBackTitle')}
          confirm={t(asked === 'confirm' ? 'rollouts.confirm.confirm' : 'rollouts.confirm.takeBackDo')}
          isPending={isPending}
          onConfirm={() => act({ action: asked })}
          onClose={() => setAsked(null)}
        >
          {asked === 'takeBack' && <p>{t('rollouts.confirm.takeBackBody')}</p>}
          {asked === 'confirm' && (
            <>
              <p>{t('rollouts.confirm.body', { smart_count: next?.counts.waiting ?? 0, ring: next?.name ?? '' })}</p>
              <p>
                {t('rollouts.create.startAll', {
                  smart_count: sumOf(rings).waiting ?? 0,
                  rings: t('rollouts.create.startRings', { smart_count: rings.length }),
                })}
              </p>
            </>
          )}
        </ConfirmDialog>
      )}
    </div>
  );
}
