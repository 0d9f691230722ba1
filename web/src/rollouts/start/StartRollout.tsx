import type { RolloutKindName, RolloutPreview } from '@fournil/contract/rollouts/rollout';
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx';
import { useRolloutT } from '../messages.ts';

interface StartRolloutProps {
  kind: RolloutKindName;
  /** What it gives. */
  name: string;
  found: RolloutPreview;
  isPending: boolean;
  onStart: () => void;
  onClose: () => void;
}

/** Asks before a rollout starts, with the numbers of a dry run that was just computed. */
export function StartRollout({
  kind,
  name,
  found: { rings, needsConfirmation },
  isPending,
  onStart,
  onClose,
}: StartRolloutProps) {
  const t = useRolloutT();
  const all = rings.reduce((sum, { machines }) => sum + machines, 0);
  const first = rings[0];
  const empty = rings.find(({ machines }) => machines === 0);
  return (
    <ConfirmDialog
      title={t('rollouts.create.startTitle', { subject: name })}
      confirm={t(needsConfirmation ? 'rollouts.create.ask' : 'rollouts.create.startDo')}
      isPending={isPending || empty !== undefined}
      onConfirm={onStart}
      onClose={onClose}
    >
      {empty || !first ? (
        <p className="field__error">
          {all === 0
            ? t('rollouts.create.nobody')
            : t('rollouts.create.emptyRing', { ring: empty?.name ?? '', words: t('rollouts.preview.emptyRing') })}
        </p>
      ) : (
        <>
          <p>
            {needsConfirmation
              ? t('rollouts.create.waits')
              : t(kind === 'software' ? 'rollouts.create.startNow' : 'rollouts.create.startNowOwn', {
                  smart_count: first.machines,
                  ring: first.name,
                })}
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
