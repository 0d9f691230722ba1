import { say } from '@fournil/contract/kit/words';
import { machineCategories } from '@fournil/contract/machines/catalogue';
import { type ModelView, modelLimits } from '@fournil/contract/models/model';
import { Link } from 'react-router-dom';
import { CreateLink } from '../kit/lists/CreateLink.tsx';
import { PlainList } from '../kit/lists/PlainList.tsx';
import { EmptyState } from '../kit/pages/EmptyState.tsx';
import { PageFor } from '../kit/session/May.tsx';
import { Icon } from '../kit/signs/Icon.tsx';
import { useLanguage, useNumber } from '../kit/useT.ts';
import { useT } from './messages.ts';

/** MKR-05: the maker's range, for the super admin. */
export function ModelList() {
  return (
    <PageFor act="models.manage">
      <List />
    </PageFor>
  );
}

function List() {
  const t = useT();
  const number = useNumber();
  const language = useLanguage();
  const words = language === 'FR' ? 'fr' : 'en';
  return (
    <PlainList<ModelView>
      resource="models"
      title={t('models.title')}
      lead={t('models.lead')}
      sort="categoryName"
      perPage={modelLimits.listPageSize}
      search={t('models.search')}
      actions={
        <CreateLink act="models.manage" to="/models/create" isMain>
          {t('models.create')}
        </CreateLink>
      }
      empty={
        <EmptyState sign={<Icon name="machines" size={40} />} title={t('models.empty')} body={t('models.emptyBody')} />
      }
      columns={[
        {
          name: 'name',
          label: t('models.name'),
          order: 'name',
          cell: ({ id, name, retired }) => (
            <>
              <Link className="person__link clamp" title={name} to={`/models/${id}`}>
                <bdi>{name}</bdi>
              </Link>
              {retired && <span className="soft"> {t('models.retired')}</span>}
            </>
          ),
        },
        { name: 'code', label: t('models.code'), order: 'code', cell: ({ code }) => <code>{code}</code> },
        {
          name: 'category',
          label: t('models.category'),
          order: 'categoryName',
          cell: ({ category }) => say(machineCategories[category].name, language),
        },
        { name: 'format', label: t('models.size'), cell: ({ format }) => format[words] },
        { name: 'capacity', label: t('models.capacity'), only: 'roomy', cell: ({ capacity }) => capacity[words] },
        {
          name: 'power',
          label: t('models.type'),
          order: 'energyKilowatts',
          cell: ({ energyKilowatts, type }) =>
            t('models.powerOf', { power: number(energyKilowatts), type: t(`models.${type}`) }),
        },
        {
          name: 'revisions',
          label: t('models.revisions'),
          only: 'roomy',
          cell: ({ hardwareRevisions }) =>
            hardwareRevisions.join(', ') || <span className="soft">{t('models.noRevisions')}</span>,
        },
        {
          name: 'machines',
          label: t('models.machines'),
          order: 'machineCount',
          isNumber: true,
          cell: ({ machineCount }) => number(machineCount ?? 0),
        },
      ]}
    />
  );
}
