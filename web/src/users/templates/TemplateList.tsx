import { rights } from '@fournil/contract/rights/rights';
import { type RightsTemplateView, rightsTemplateLimits } from '@fournil/contract/users/rightsTemplate';
import { Link } from 'react-router-dom';
import { CreateLink } from '../../kit/lists/CreateLink.tsx';
import { PlainList } from '../../kit/lists/PlainList.tsx';
import { PageFor } from '../../kit/session/May.tsx';
import { Icon } from '../../kit/signs/Icon.tsx';
import { useNumber } from '../../kit/useT.ts';
import { useT } from '../messages.ts';
import '../users.css';
import { EmptyState } from '../../kit/pages/EmptyState.tsx';

/** AUD-02: named sets of rights. */
export function TemplateList() {
  return (
    <PageFor act="rightsTemplates.list">
      <List />
    </PageFor>
  );
}

function List() {
  const t = useT();
  const number = useNumber();
  return (
    <PlainList<RightsTemplateView>
      resource="rights-templates"
      title={t('users.templates.title')}
      lead={t('users.templates.lead')}
      sort="name"
      perPage={rightsTemplateLimits.listPageSize}
      search={t('users.templates.search')}
      actions={
        <CreateLink act="rightsTemplates.change" to="/rights-templates/create" isMain>
          {t('users.templates.create')}
        </CreateLink>
      }
      empty={
        <EmptyState
          sign={<Icon name="users" size={40} />}
          title={t('users.templates.empty')}
          body={t('users.templates.emptyBody')}
        />
      }
      columns={[
        {
          name: 'name',
          label: t('users.templates.name'),
          order: 'name',
          cell: ({ id, name }) => (
            <Link className="person__link clamp" title={name} to={`/rights-templates/${id}`}>
              <bdi>{name}</bdi>
            </Link>
          ),
        },
        {
          name: 'description',
          label: t('users.templates.description'),
          cell: ({ description }) => <span className="soft clamp">{description ?? '–'}</span>,
        },
        {
          name: 'rights',
          label: t('users.templates.rights'),
          isNumber: true,
          cell: ({ rights: held }) =>
            t('users.templates.ofAll', { count: number(held.length), all: number(rights.length) }),
        },
        { name: 'people', label: t('users.templates.people'), isNumber: true, cell: ({ people }) => number(people) },
      ]}
    />
  );
}
