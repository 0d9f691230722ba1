import type { RingView, RolloutView } from '@fournil/contract/rollouts/rollout';
import { useDates } from '../../kit/format/dates.ts';
import { useNumber } from '../../kit/useT.ts';
import { useRolloutT } from '../messages.ts';
import { MachineStates } from '../parts/MachineStates.tsx';
import { isOpen } from '../parts/rolloutQueries.ts';
import { RollBackButton } from './RollBack.tsx';

/** One ring: whether it is open, the states of its machines, and their bakes with what they were given. */
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
            : t('rollouts.doneOf', { done: number(ring.counts.done ?? 0), size: number(ring.size) })}
        </span>
      </div>
      <MachineStates counts={ring.counts} kind={rollout.kind} label={ring.name} />
      <div className="ring__foot">
        <p className="soft">
          <RingState ring={ring} rollout={rollout} />
        </p>
        <RollBackButton rollout={rollout} ring={ring} />
      </div>
      <Bakes ring={ring} rollout={rollout} />
    </li>
  );
}

function RingState({ ring: { state, position, openedAt }, rollout }: { ring: RingView; rollout: RolloutView }) {
  const t = useRolloutT();
  const dates = useDates();
  if (state === 'done') return t('rollouts.ring.done');
  if (openedAt) return t('rollouts.ring.running', { date: dates.date(openedAt) });
  if (rollout.state === 'unconfirmed' && position === 0) return t('rollouts.ring.unconfirmed');
  if (!isOpen(rollout)) return t('rollouts.ring.notOpened');
  if (position === 0) return t('rollouts.ring.first');
  const { openAtPercent: percent, bakesToOpen } = rollout;
  return bakesToOpen > 0
    ? t('rollouts.ring.waitingBakes', { percent, smart_count: bakesToOpen })
    : t('rollouts.ring.waiting', { percent });
}

/** "12 bakes completed, 1 interrupted; the next ring opens after 20." */
function Bakes({ ring: { bakes, position, state, openedAt }, rollout }: { ring: RingView; rollout: RolloutView }) {
  const t = useRolloutT();
  if (!bakes || !openedAt) return null;
  const text = t('rollouts.ring.bakes', {
    smart_count: bakes.completed,
    interrupted: t('rollouts.ring.interrupted', { smart_count: bakes.interrupted }),
  });
  const isAwaited = state === 'running' && isOpen(rollout) && rollout.bakesToOpen > bakes.completed;
  const isLast = position === rollout.rings.length - 1;
  return (
    <p className="soft">
      {isAwaited
        ? t(isLast ? 'rollouts.ring.bakesLast' : 'rollouts.ring.bakesOpen', { bakes: text, count: rollout.bakesToOpen })
        : `${text}.`}
    </p>
  );
}
