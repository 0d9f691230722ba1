import type { RolloutPreview } from '@fournil/contract/software-updates/rollout';
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx';
import { useTypeset } from '../../kit/useT.ts';
import { useRolloutT } from '../rollouts/rolloutMessages.ts';

interface StartRolloutProps {
  version: string;
  found: RolloutPreview;
  isPending: boolean;
  onStart: () => void;
  onClose: () => void;
}

/** Asks before a rollout starts, with the numbers of a dry run that was just computed. */
export function StartRollout({
  version,
  found: { rings, needsConfirmation },
  isPending,
  onStart,
  onClose,
}: StartRolloutProps) {
  const t = useRolloutT();
  const typeset = useTypeset();
  const all = rings.reduce((sum, { machines }) => sum + machines, 0);
  const first = rings[0];
  const empty = rings.find(({ machines }) => machines === 0);
  return (
    <ConfirmDialog
      title={t('rollouts.create.startTitle', { version })}
      confirm={t(needsConfirmation ? 'rollouts.create.ask' : 'rollouts.create.startDo')}
      isPending={isPending || empty !== undefined}
      onConfirm={onStart}
      onClose={onClose}
    >
      {empty || !first ? (
        <p className="field__error">
          {all === 0 ? t('rollouts.create.nobody') : typeset(`${empty?.name}: ${t('rollouts.preview.emptyRing')}`)}
        </p>
      ) : (
        <>
          <p>
            {needsConfirmation
              ? t('rollouts.create.waits')
              : t('rollouts.create.startNow', { smart_count: first.machines, ring: first.name })}
          </p>
          <p>
            {t('rollouts.create.startAll', {
              smart_count: all,
              rings: t('rollouts.create.startRings', { smart_count: rings.length }),
            })}
          </p>
        </>
      )}
    </ConfirmDialog>
  );
}
