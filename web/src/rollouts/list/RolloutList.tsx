import type { RolloutView } from '@fournil/contract/rollouts/rollout';
import { rolloutLimits } from '@fournil/contract/rollouts/rolloutInput';
import { Link } from 'react-router-dom';
import { When } from '../../kit/format/When.tsx';
import type { DataColumn } from '../../kit/lists/DataTable.tsx';
import { PlainList } from '../../kit/lists/PlainList.tsx';
import { SelectFilter } from '../../kit/lists/SelectFilter.tsx';
import { useFilterChoice } from '../../kit/lists/useFilterChoice.ts';
import { EmptyState } from '../../kit/pages/EmptyState.tsx';
import { useMay } from '../../kit/session/profile.ts';
import { Icon } from '../../kit/signs/Icon.tsx';
import { useRolloutT } from '../messages.ts';
import { MachineStates } from '../parts/MachineStates.tsx';
import { RolloutState } from '../parts/RolloutState.tsx';
import { pollMilliseconds, sumOf } from '../parts/rolloutQueries.ts';
import { useSubjectText } from '../parts/subject.ts';

/** `/rollouts`, newest first: those of the software for the maker, those of their organisation for everybody else. */
export function RolloutList() {
  const t = useRolloutT();
  const isMaker = useMay()('software-updates.manage');
  const columns = useColumns(isMaker);
  return (
    <PlainList<RolloutView>
      resource="rollouts"
      title={t('rollouts.title')}
      lead={t(isMaker ? 'rollouts.lead' : 'rollouts.leadOwn')}
      sort="id"
      perPage={rolloutLimits.listPageSize}
      everyMilliseconds={pollMilliseconds * 2}
      search={t('rollouts.search')}
      filters={isMaker ? undefined : <KindFilter />}
      empty={<Empty isMaker={isMaker} />}
      actions={
        isMaker && (
          <Link className="button" to="/software-updates">
            {t('rollouts.toUpdates')}
          </Link>
        )
      }
      columns={columns}
    />
  );
}

function useColumns(isMaker: boolean): DataColumn<RolloutView>[] {
  const t = useRolloutT();
  const subjectText = useSubjectText();
  return [
    {
      name: 'subject',
      label: t(isMaker ? 'rollouts.version' : 'rollouts.what'),
      cell: ({ id, subject }) => (
        <Link className="person__link" to={`/rollouts/${id}`}>
          <strong>{subjectText(subject)}</strong>
        </Link>
      ),
    },
    ...(isMaker
      ? []
      : [
          {
            name: 'kind',
            label: t('rollouts.kind'),
            cell: ({ kind }: RolloutView) => <span className="soft">{t(`rollouts.kinds.${kind}`)}</span>,
          },
        ]),
    { name: 'state', label: t('rollouts.state'), cell: (rollout) => <RolloutState rollout={rollout} /> },
    {
      name: 'progress',
      label: t('rollouts.progress'),
      cell: ({ rings, kind }) => (
        <div className="rollout-progress">
          <MachineStates counts={sumOf(rings)} kind={kind} label={t('rollouts.progress')} />
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
  ];
}

/** Programs, menus or settings only. */
function KindFilter() {
  const t = useRolloutT();
  const { filterValues, choose } = useFilterChoice();
  return (
    <SelectFilter
      className="rollouts__kind"
      label={t('rollouts.kind')}
      every={t('rollouts.allKinds')}
      choices={(['program', 'menu', 'setting'] as const).map((kind) => ({
        value: kind,
        label: t(`rollouts.kinds.${kind}`),
      }))}
      value={filterValues['kind']}
      onChoose={(value) => choose('kind', value)}
    />
  );
}

function Empty({ isMaker }: { isMaker: boolean }) {
  const t = useRolloutT();
  return (
    <EmptyState
      sign={<Icon name={isMaker ? 'software' : 'rings'} size={40} />}
      title={t('rollouts.emptyTitle')}
      body={t(isMaker ? 'rollouts.emptyBody' : 'rollouts.emptyOwn')}
    >
      <Link className="button" to={isMaker ? '/software-updates' : '/programs'}>
        {t(isMaker ? 'rollouts.toUpdates' : 'rollouts.toPrograms')}
      </Link>
    </EmptyState>
  );
}
