import type { RolloutFilters, RolloutView } from '@fournil/contract/rollouts/rollout';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useRead } from '../../data/index.ts';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import { useRolloutT } from '../messages.ts';
import { isOpen, rolloutsOf } from './rolloutQueries.ts';
import './openRollout.css';

interface OpenRolloutProps {
  of: Pick<RolloutFilters, 'program' | 'menu'>;
  /** Shown when there is none. */
  otherwise?: ReactNode;
}

/** The rollout of a program or menu that is underway, in a line. */
export function OpenRollout({ of, otherwise = null }: OpenRolloutProps) {
  const t = useRolloutT();
  const standing = useStanding();
  const open = useRead(rolloutsOf(of)).data?.data.find(isOpen);
  if (!open) return otherwise;
  return (
    <p className="open-rollout" role="status">
      <StateSign sign={open.state === 'paused' ? 'inactive' : 'pending'} size={16} />
      <span>
        {t('rollouts.open.line', { revision: open.subject.revision ?? '', standing: standing(open) })}{' '}
        <Link className="link" to={`/rollouts/${open.id}`}>
          {t('rollouts.open.see')}
        </Link>
      </span>
    </p>
  );
}

/** "ring 2 of 3" */
function useStanding() {
  const t = useRolloutT();
  return ({ state, rings }: RolloutView): string => {
    const last = rings.findLast(({ openedAt }) => openedAt !== null);
    if (!last) return t('rollouts.open.none');
    const place = { number: last.position + 1, count: rings.length };
    return state === 'paused' ? t('rollouts.open.paused', place) : t('rollouts.open.ring', place);
  };
}
