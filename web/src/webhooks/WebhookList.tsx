import { say } from '@fournil/contract/kit/words';
import { type WebhookView, webhookLimits } from '@fournil/contract/webhooks/webhook';
import { webhookTypeWords } from '@fournil/contract/webhooks/webhookEvents';
import { Link } from 'react-router-dom';
import { When } from '../kit/format/When.tsx';
import { PlainList } from '../kit/lists/PlainList.tsx';
import { EmptyState } from '../kit/pages/EmptyState.tsx';
import { PageFor } from '../kit/session/May.tsx';
import { Icon } from '../kit/signs/Icon.tsx';
import { useLanguage } from '../kit/useT.ts';
import { MachinesOf } from './MachinesOf.tsx';
import { useT } from './messages.ts';
import { shortAddress } from './shortAddress.ts';
import { WebhookState } from './WebhookState.tsx';
import './webhooks.css';

const everyMilliseconds = 15_000;

/** INT-05: the addresses that are called when something happens. */
export function WebhookList() {
  return (
    <PageFor act="webhooks.list">
      <List />
    </PageFor>
  );
}

function List() {
  const t = useT();
  const language = useLanguage();
  return (
    <PlainList<WebhookView>
      resource="webhooks"
      title={t('webhooks.title')}
      lead={t('webhooks.lead')}
      sort="createdAt"
      order="DESC"
      perPage={webhookLimits.listPageSize}
      everyMilliseconds={everyMilliseconds}
      actions={
        <Link className="button button--main" to="/webhooks/create">
          <Icon name="plus" />
          {t('webhooks.create')}
        </Link>
      }
      empty={
        <EmptyState sign={<Icon name="link" size={40} />} title={t('webhooks.empty')} body={t('webhooks.emptyBody')} />
      }
      columns={[
        {
          name: 'url',
          label: t('webhooks.address'),
          order: 'url',
          cell: ({ id, url, description }) => (
            <span className="webhook-name">
              <Link className="person__link clamp" title={url} to={`/webhooks/${id}`}>
                <bdi>{description ?? shortAddress(url)}</bdi>
              </Link>
              {description && <small className="soft clamp">{shortAddress(url)}</small>}
            </span>
          ),
        },
        { name: 'state', label: t('webhooks.state'), cell: (webhook) => <WebhookState webhook={webhook} /> },
        {
          name: 'events',
          label: t('webhooks.events'),
          cell: ({ events }) => (
            <span title={events.map((type) => say(webhookTypeWords[type], language)).join(', ')}>
              {t('webhooks.eventsCount', { smart_count: events.length })}
            </span>
          ),
        },
        {
          name: 'structures',
          label: t('webhooks.structures'),
          only: 'roomy',
          cell: (webhook) => <MachinesOf webhook={webhook} />,
        },
        {
          name: 'lastDelivered',
          label: t('webhooks.lastDelivered'),
          cell: ({ lastDeliveredAt }) =>
            lastDeliveredAt ? <When at={lastDeliveredAt} /> : <span className="soft">{t('webhooks.never')}</span>,
        },
      ]}
    />
  );
}
