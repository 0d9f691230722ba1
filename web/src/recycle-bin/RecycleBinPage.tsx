import { capitalised } from '@fournil/contract/entities';
import { say } from '@fournil/contract/kit/words';
import { type BinnedThing, binnedKinds, recycleBinLimits } from '@fournil/contract/recycle-bin/recycleBin';
import { resources } from '@fournil/contract/resources';
import { useNavigate } from 'react-router-dom';
import { call, useAct } from '../data/index.ts';
import { useDates } from '../kit/format/dates.ts';
import { When } from '../kit/format/When.tsx';
import { PlainList } from '../kit/lists/PlainList.tsx';
import { SelectFilter } from '../kit/lists/SelectFilter.tsx';
import { useFilterChoice } from '../kit/lists/useFilterChoice.ts';
import { PageFor } from '../kit/session/May.tsx';
import { useMay } from '../kit/session/profile.ts';
import { Icon } from '../kit/signs/Icon.tsx';
import { useLanguage } from '../kit/useT.ts';
import { useT } from './messages.ts';
import './recycleBin.css';
import { EmptyState } from '../kit/pages/EmptyState.tsx';

/** AUD-03: the deleted records that can be restored, newest first. */
export function RecycleBinPage() {
  return (
    <PageFor act="recycleBin.list">
      <Bin />
    </PageFor>
  );
}

function Bin() {
  const t = useT();
  const language = useLanguage();
  const dates = useDates();
  return (
    <PlainList<BinnedThing>
      resource="recycle-bin"
      title={t('bin.title')}
      lead={t('bin.lead', { days: recycleBinLimits.days })}
      sort=""
      perPage={recycleBinLimits.pageSize}
      search={t('bin.search')}
      filters={<Kinds />}
      empty={<Empty />}
      columns={[
        { name: 'name', label: t('bin.name'), cell: ({ name }) => <strong>{name}</strong> },
        {
          name: 'entity',
          label: t('bin.kind'),
          cell: ({ entity }) => say(capitalised(resources[entity].one), language),
        },
        {
          name: 'deletedAt',
          label: t('bin.deleted'),
          cell: ({ deletedAt, deletedBy }) => (
            <span>
              <When at={deletedAt} /> <span className="soft">{t('bin.deletedBy', { name: deletedBy })}</span>
            </span>
          ),
        },
        { name: 'endsAt', label: t('bin.ends'), cell: ({ endsAt }) => dates.date(endsAt, 'day') },
        { name: 'actions', label: '', cell: (thing) => <Restore thing={thing} /> },
      ]}
    />
  );
}

function Kinds() {
  const t = useT();
  const language = useLanguage();
  const may = useMay();
  const { filterValues, choose } = useFilterChoice();
  return (
    <SelectFilter
      className="bin__kind"
      label={t('bin.kind')}
      every={t('bin.everyKind')}
      choices={binnedKinds
        .filter((kind) => may(resources[kind].restorable))
        .map((kind) => ({ value: kind, label: say(capitalised(resources[kind].one), language) }))}
      value={filterValues['entity']}
      onChoose={(value) => choose('entity', value)}
    />
  );
}

function Restore({ thing: { id, entity, name } }: { thing: BinnedThing }) {
  const t = useT();
  const navigate = useNavigate();
  const { path } = resources[entity];
  const { act, isPending, isDone } = useAct({
    // Records that belong to the restored one may be in every list.
    changes: 'everything',
    send: () => call(`/${path}/${id}/restore`, { method: 'POST' }),
    done: t('bin.restored', { name }),
    onDone: () => navigate(`/${path}/${id}/show`),
  });
  return (
    <button
      type="button"
      className="button button--small"
      disabled={isPending || isDone}
      aria-label={t('bin.restoreOf', { name })}
      onClick={() => act()}
    >
      {t('bin.restore')}
    </button>
  );
}

function Empty() {
  const t = useT();
  return <EmptyState sign={<Icon name="trash" size={40} />} title={t('bin.empty')} body={t('bin.emptyBody')} />;
}
