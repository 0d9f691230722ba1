import type { RingView, RolloutView } from '@fournil/contract/software-updates/rollout';
import { useDates } from '../../kit/format/dates.ts';
import { useNumber } from '../../kit/useT.ts';
import { useRolloutT } from './rolloutMessages.ts';
import { UpdateStates } from './UpdateStates.tsx';

/** One ring: whether it is open, and the states of its machines. */
export function RingLine({ ring, rollout }: { ring: RingView; rollout: RolloutView }) {
  const t = useRolloutT();
  const number = useNumber();
  return (
    <li className="ring" data-ring-state={ring.state}>
      <div className="ring__head">
        <h2>
          <small>{t('rollouts.ring.number', { number: ring.position + 1 })}</small> {ring.name}
        </h2>
        <span className="ring__done">
          {ring.size === 0
            ? t('rollouts.ring.empty')
            : t('rollouts.doneOf', { done: number(ring.counts.done), size: number(ring.size) })}
        </span>
      </div>
      <UpdateStates counts={ring.counts} label={ring.name} />
      <p className="soft">
        <RingState ring={ring} rollout={rollout} />
      </p>
    </li>
  );
}

function RingState({ ring: { state, position, openedAt }, rollout }: { ring: RingView; rollout: RolloutView }) {
  const t = useRolloutT();
  const dates = useDates();
  if (state === 'done') return t('rollouts.ring.done');
  if (openedAt) return t('rollouts.ring.running', { date: dates.date(openedAt) });
  if (rollout.state === 'unconfirmed' && position === 0) return t('rollouts.ring.unconfirmed');
  if (!['unconfirmed', 'running', 'paused'].includes(rollout.state)) return t('rollouts.ring.notOpened');
  return position === 0 ? t('rollouts.ring.first') : t('rollouts.ring.waiting', { percent: rollout.openAtPercent });
}
