import type { RolloutView } from '@fournil/contract/software-updates/rollout';
import { useDates } from '../../kit/format/dates.ts';
import { type Sign, StateSign } from '../../kit/signs/StateSign.tsx';
import { useRolloutT } from './rolloutMessages.ts';

const signs: Record<RolloutView['state'], Sign> = {
  unconfirmed: 'notApproved',
  running: 'pending',
  paused: 'inactive',
  stopped: 'inactive',
  aborted: 'failing',
  done: 'resolved',
};

const stoppedFor = {
  revoked: 'rollouts.states.stoppedRevoked',
  takenBack: 'rollouts.states.takenBack',
  nothingProved: 'rollouts.states.nothingProved',
  person: 'rollouts.states.stoppedBy',
  failures: 'rollouts.states.stoppedBy',
  silence: 'rollouts.states.stoppedBy',
} as const;

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

function useRolloutWords({
  state,
  reason,
  rings,
  abortAtPercent,
  silenceMinutes,
  thenGeneral,
  update,
}: RolloutView): string {
  const t = useRolloutT();
  const dates = useDates();
  if (state === 'done')
    return t(thenGeneral && !update.revoked ? 'rollouts.states.doneGeneral' : 'rollouts.states.done');
  if (state === 'aborted') return t('rollouts.states.aborted', { percent: abortAtPercent });
  if (state === 'unconfirmed') return t('rollouts.states.unconfirmed');
  if (state === 'stopped') return t(stoppedFor[reason ?? 'person']);
  if (state === 'paused')
    return reason === 'silence'
      ? t('rollouts.states.pausedSilence', { span: dates.span(silenceMinutes * 60) })
      : t('rollouts.states.pausedBy');
  const open = rings.findLast((ring) => ring.state === 'running');
  return open ? t('rollouts.states.ringRunning', { ring: open.name }) : t('rollouts.states.running');
}
