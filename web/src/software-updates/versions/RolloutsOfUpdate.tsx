import { Link } from 'react-router-dom';
import { useRead } from '../../data/index.ts';
import { When } from '../../kit/format/When.tsx';
import { Failed } from '../../kit/pages/Failed.tsx';
import { MachineStates, RolloutState, rolloutsOf, sumOf } from '../../rollouts/index.ts';
import { useT } from '../messages.ts';

export function RolloutsOfUpdate({ id }: { id: string }) {
  const t = useT();
  const { data, error, refetch } = useRead(rolloutsOf({ update: id }));
  return (
    <section aria-busy={!data && !error}>
      <h2>{t('updates.show.rollouts')}</h2>
      {error && !data && <Failed onRetry={() => void refetch()} />}
      {data?.total === 0 && <p className="soft">{t('updates.show.noRollout')}</p>}
      <ul className="rollouts-of">
        {data?.data.map((rollout) => (
          <li key={rollout.id}>
            <p>
              <Link to={`/rollouts/${rollout.id}`}>
                <When at={rollout.createdAt} />
              </Link>{' '}
              <RolloutState rollout={rollout} />
            </p>
            <MachineStates kind="software" counts={sumOf(rollout.rings)} label={t('updates.show.machines')} />
          </li>
        ))}
      </ul>
    </section>
  );
}
