import type { RolloutPreview } from '@fournil/contract/software-updates/rollout';
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx';
import { useRolloutT } from './rolloutMessages.ts';

interface StartRolloutProps {
  version: string;
  found: RolloutPreview;
  isPending: boolean;
  onStart: () => void;
  onClose: () => void;
}

/** Asks with the numbers of the dry run that was just made. */
export function StartRollout({ version, found: { rings }, isPending, onStart, onClose }: StartRolloutProps) {
  const t = useRolloutT();
  const all = rings.reduce((sum, { machines }) => sum + machines, 0);
  const first = rings[0];
  return (
    <ConfirmDialog
      title={t('rollouts.create.startTitle', { version })}
      confirm={t('rollouts.create.startDo')}
      isPending={isPending || all === 0}
      onConfirm={onStart}
      onClose={onClose}
    >
      {all === 0 || !first ? (
        <p className="field__fault">{t('rollouts.create.nobody')}</p>
      ) : (
        <>
          <p>{t('rollouts.create.startNow', { smart_count: first.machines, ring: first.name })}</p>
          <p>{t('rollouts.create.startAll', { smart_count: all, rings: t('rollouts.create.startRings', { smart_count: rings.length }) })}</p>
        </>
      )}
    </ConfirmDialog>
  );
}
