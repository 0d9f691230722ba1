import { type RolloutView, rolloutLimits } from '@fournil/contract/software-updates/rollout';
import { Link } from 'react-router-dom';
import { When } from '../../kit/format/When.tsx';
import { PlainList } from '../../kit/lists/PlainList.tsx';
import { EmptyState } from '../../kit/pages/EmptyState.tsx';
import { Icon } from '../../kit/signs/Icon.tsx';
import { RolloutState } from './RolloutState.tsx';
import { useRolloutT } from './rolloutMessages.ts';
import { pollMilliseconds, sumOf } from './rolloutQueries.ts';
import { UpdateStates } from './UpdateStates.tsx';

/** `/rollouts`: the rollouts, newest first. */
export function RolloutList() {
  const t = useRolloutT();
  return (
    <PlainList<RolloutView>
      resource="rollouts"
      title={t('rollouts.title')}
      lead={t('rollouts.lead')}
      sort="id"
      perPage={rolloutLimits.listPageSize}
      everyMilliseconds={pollMilliseconds * 2}
      empty={<Empty />}
      actions={
        <Link className="button" to="/software-updates">
          {t('rollouts.toUpdates')}
        </Link>
      }
      columns={[
        {
          name: 'version',
          label: t('rollouts.version'),
          cell: ({ id, update }) => (
            <Link className="person__link" to={`/rollouts/${id}`}>
              <strong>{update.version}</strong>
            </Link>
          ),
        },
        { name: 'state', label: t('rollouts.state'), cell: (rollout) => <RolloutState rollout={rollout} /> },
        {
          name: 'progress',
          label: t('rollouts.progress'),
          cell: ({ rings }) => (
            <div className="rollout-progress">
              <UpdateStates counts={sumOf(rings)} label={t('rollouts.progress')} />
            </div>
          ),
        },
        {
          name: 'started',
          label: t('rollouts.started'),
          cell: ({ createdAt, createdBy }) => (
            <span>
              <When at={createdAt} /> <span className="soft">{createdBy}</span>
            </span>
          ),
        },
      ]}
    />
  );
}

function Empty() {
  const t = useRolloutT();
  return (
    <EmptyState
      sign={<Icon name="software" size={40} />}
      title={t('rollouts.emptyTitle')}
      body={t('rollouts.emptyBody')}
    >
      <Link className="button" to="/software-updates">
        {t('rollouts.toUpdates')}
      </Link>
    </EmptyState>
  );
}
