import { Link } from 'react-router-dom';
import { useRead } from '../../data/index.ts';
import { useMay } from '../../kit/session/profile.ts';
import { useRolloutT } from '../messages.ts';
import { isOpen, rolloutsOf } from './rolloutQueries.ts';

interface RolloutLinkProps {
  kind: 'program' | 'menu';
  id: string;
  /** Another revision than the newest one. */
  revision?: number;
  className: string;
}

/** "Roll out in rings…", for those who may; a program or menu has one open rollout at a time. */
export function RolloutLink({ kind, id, revision, className }: RolloutLinkProps) {
  const t = useRolloutT();
  const may = useMay();
  const canAsk = may(`${kind}s.rollOut`);
  const { data } = useRead({ ...rolloutsOf({ [kind]: id }), enabled: canAsk });
  if (!canAsk || !data || data.data.some(isOpen)) return null;
  const address = `/${kind}s/${id}/rollout`;
  return revision === undefined ? (
    <Link className={className} to={address}>
      {t('rollouts.open.start')}
    </Link>
  ) : (
    <Link
      className={className}
      to={`${address}?revision=${revision}`}
      aria-label={t('rollouts.open.startOf', { revision })}
    >
      {t('rollouts.open.start')}
    </Link>
  );
}
