import type { RingView, RolloutView } from '@fournil/contract/rollouts/rollout';
import { useState } from 'react';
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx';
import { useRolloutT } from '../messages.ts';
import { isOpen, sumOf } from '../parts/rolloutQueries.ts';
import { useMayAct } from '../parts/useMayAct.ts';
import { useRolloutAction } from './useRolloutAction.ts';

interface RollBackButtonProps {
  rollout: RolloutView;
  /** The ring whose machines get back what they had; all rings without it. */
  ring?: RingView;
}

/** "Back to revision 6…": gives the machines of one ring, or of all, what they had before, after a confirmation. */
export function RollBackButton({ rollout, ring }: RollBackButtonProps) {
  const t = useRolloutT();
  const words = useBackWords(rollout);
  const may = useMayAct(rollout.kind);
  const [isAsked, setAsked] = useState(false);
  const { act, isPending } = useRolloutAction(rollout, () => setAsked(false));
  if (!may || !(ring ?? rollout).canRollBack) return null;
  return (
    <>
      <button
        type="button"
        className={ring ? 'link ring__back' : 'button button--danger'}
        aria-label={
          ring && `${words.button} (${t('rollouts.back.ofRing', { number: ring.position + 1, name: ring.name })})`
        }
        disabled={isPending}
        onClick={() => setAsked(true)}
      >
        {ring ? words.button : t('rollouts.back.all')}
      </button>
      {isAsked && (
        <ConfirmDialog
          title={ring ? t('rollouts.back.ringTitle', { ring: ring.name }) : t('rollouts.back.allTitle')}
          confirm={words.confirm}
          isPending={isPending}
          onConfirm={() => act({ action: 'rollBack', ...(ring ? { ring: ring.position } : {}) })}
          onClose={() => setAsked(false)}
        >
          <p>{words.what(ring)}</p>
          <p>{t(rollout.kind === 'setting' ? 'rollouts.back.awayDay' : 'rollouts.back.away')}</p>
          <Then rollout={rollout} isRing={ring !== undefined} />
        </ConfirmDialog>
      )}
    </>
  );
}

/** What becomes of the rollout and of the other machines. */
function Then({ rollout, isRing }: { rollout: RolloutView; isRing: boolean }) {
  const t = useRolloutT();
  const { kind, state, reason, subject } = rollout;
  if (isRing) return <p>{t(isOpen(rollout) ? 'rollouts.back.ringThen' : 'rollouts.back.ringStays')}</p>;
  if (isOpen(rollout)) return <p>{t('rollouts.back.allThen')}</p>;
  const isApproved = kind !== 'setting' && (state === 'done' || reason === 'approved');
  return isApproved && subject.formerRevision !== null ? (
    <p>{t('rollouts.back.allApproved', { revision: subject.formerRevision })}</p>
  ) : null;
}

/** The machines of these rings that were given it, and have not been taken back. */
function givenIn(rings: readonly RingView[]): number {
  const { waiting: _, outsideHours: __, cancelled: ___, rolledBack: ____, ...given } = sumOf(rings);
  return Object.values(given).reduce((all, machines) => all + machines, 0);
}

/** What the machines get again: a revision, nothing, or the values that they had. */
function useBackWords({ kind, subject: { formerRevision }, rings }: RolloutView) {
  const t = useRolloutT();
  const numbers = (ring: RingView | undefined) => ({ smart_count: givenIn(ring ? [ring] : rings) });
  if (kind === 'setting')
    return {
      button: t('rollouts.back.setting'),
      confirm: t('rollouts.back.doSetting'),
      what: (ring?: RingView) => t(ring ? 'rollouts.back.toFormer' : 'rollouts.back.allToFormer', numbers(ring)),
    };
  if (formerRevision === null)
    return {
      button: t('rollouts.back.never'),
      confirm: t('rollouts.back.doNever'),
      what: (ring?: RingView) => t(ring ? 'rollouts.back.toNothing' : 'rollouts.back.allToNothing', numbers(ring)),
    };
  const revision = formerRevision;
  return {
    button: t('rollouts.back.revision', { revision }),
    confirm: t('rollouts.back.doRevision', { revision }),
    what: (ring?: RingView) =>
      t(ring ? 'rollouts.back.toRevision' : 'rollouts.back.allToRevision', { ...numbers(ring), revision }),
  };
}
