import type { RolloutReason, RolloutView } from '@fournil/contract/rollouts/rollout';
import { useDates } from '../../kit/format/dates.ts';
import { type Sign, StateSign } from '../../kit/signs/StateSign.tsx';
import { useRolloutT } from '../messages.ts';
import './rolloutState.css';

const signs: Record<RolloutView['state'], Sign> = {
  unconfirmed: 'notApproved',
  running: 'pending',
  paused: 'inactive',
  stopped: 'inactive',
  aborted: 'failing',
  done: 'resolved',
  rolledBack: 'inactive',
};

const stoppedFor = {
  revoked: 'rollouts.states.stoppedRevoked',
  takenBack: 'rollouts.states.takenBack',
  nothingProved: 'rollouts.states.nothingProved',
  ringRolledBack: 'rollouts.states.stoppedRing',
  withdrawn: 'rollouts.states.stoppedWithdrawn',
  approved: 'rollouts.states.stoppedApproved',
  person: 'rollouts.states.stoppedBy',
  failures: 'rollouts.states.stoppedBy',
  interrupted: 'rollouts.states.stoppedBy',
  silence: 'rollouts.states.stoppedBy',
} as const satisfies Record<RolloutReason, string>;

/** The state of a rollout, and the reason when it does not run. */
export function RolloutState({ rollout }: { rollout: RolloutView }) {
  const words = useRolloutWords(rollout);
  return (
    <span className="state rollout-state" data-state-of={rollout.state}>
      <StateSign sign={signs[rollout.state]} />
      {words}
    </span>
  );
}

function useRolloutWords(rollout: RolloutView): string {
  const t = useRolloutT();
  const dates = useDates();
  const { state, reason, rings } = rollout;
  if (state === 'done') return t(doneKey(rollout));
  if (state === 'aborted')
    return reason === 'interrupted'
      ? t('rollouts.states.interrupted', { percent: rollout.abortAtInterruptedPercent })
      : t('rollouts.states.aborted', { percent: rollout.abortAtPercent });
  if (state === 'unconfirmed' || state === 'rolledBack') return t(`rollouts.states.${state}`);
  if (state === 'stopped') return t(stoppedFor[reason ?? 'person']);
  if (state === 'paused')
    return reason === 'silence'
      ? t('rollouts.states.pausedSilence', { span: dates.span(rollout.silenceMinutes * 60) })
      : t('rollouts.states.pausedBy');
  const open = rings.findLast((ring) => ring.state === 'running');
  return open ? t('rollouts.states.ringRunning', { ring: open.name }) : t('rollouts.states.running');
}

function doneKey({ kind, thenGeneral, update }: RolloutView) {
  if (kind === 'program' || kind === 'menu') return 'rollouts.states.doneApproved';
  return kind === 'software' && thenGeneral && !update?.revoked
    ? 'rollouts.states.doneGeneral'
    : 'rollouts.states.done';
}
