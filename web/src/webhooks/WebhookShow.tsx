import { say } from '@fournil/contract/kit/words';
import type { DeliveryView, WebhookView } from '@fournil/contract/webhooks/webhook';
import { webhookTypes, webhookTypeWords } from '@fournil/contract/webhooks/webhookEvents';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { call, useAct } from '../data/index.ts';
import { ConfirmCall } from '../kit/dialogs/ConfirmCall.tsx';
import { useDates } from '../kit/format/dates.ts';
import { When } from '../kit/format/When.tsx';
import { RecordPage } from '../kit/pages/RecordPage.tsx';
import { Icon } from '../kit/signs/Icon.tsx';
import { StateSign } from '../kit/signs/StateSign.tsx';
import { useLanguage } from '../kit/useT.ts';
import { Deliveries } from './Deliveries.tsx';
import { MachinesOf } from './MachinesOf.tsx';
import { useT } from './messages.ts';
import { Secret } from './Secret.tsx';
import { shortAddress } from './shortAddress.ts';
import { WebhookState } from './WebhookState.tsx';
import './webhooks.css';

const home = '/webhooks';
const everyMilliseconds = 3000;

/** INT-05: one endpoint, with what was sent to it. */
export function WebhookShow() {
  return (
    <RecordPage<WebhookView>
      of="webhook"
      act="webhooks.list"
      everyMilliseconds={everyMilliseconds}
      titleOf={({ url }) => shortAddress(url)}
    >
      {(webhook) => (
        <div className="page webhook">
          <Head webhook={webhook} />
          <Trouble webhook={webhook} />
          <Facts webhook={webhook} />
          <Deliveries webhook={webhook} />
        </div>
      )}
    </RecordPage>
  );
}

function Head({ webhook }: { webhook: WebhookView }) {
  const t = useT();
  const { id, url, description } = webhook;
  const [open, setOpen] = useState<'off' | 'delete' | null>(null);
  const test = useAct({
    changes: 'webhooks',
    send: () => call<DeliveryView>(`${home}/${id}/test`, { method: 'POST' }),
    done: t('webhooks.tested'),
  });
  return (
    <div className="page__head">
      <div className="webhook__title">
        <p>
          <Link to={home}>{t('webhooks.title')}</Link>
        </p>
        <h1>
          <bdi>{description ?? shortAddress(url)}</bdi>
        </h1>
        <WebhookState webhook={webhook} />
      </div>
      <div className="page__actions">
        <button type="button" className="button button--main" disabled={test.isPending} onClick={() => test.act()}>
          {t('webhooks.test')}
        </button>
        <Link className="button" to={`${home}/${id}/edit`}>
          <Icon name="edit" size={16} />
          {t('webhooks.edit')}
        </Link>
        {webhook.active ? (
          <button type="button" className="button" onClick={() => setOpen('off')}>
            <Icon name="power" size={16} />
            {t('webhooks.switchOff')}
          </button>
        ) : (
          <SwitchOn webhook={webhook} />
        )}
        <button type="button" className="button button--danger" onClick={() => setOpen('delete')}>
          <Icon name="trash" size={16} />
          {t('webhooks.delete')}
        </button>
      </div>
      {open === 'off' && <SwitchOff webhook={webhook} onClose={() => setOpen(null)} />}
      {open === 'delete' && <Delete webhook={webhook} onClose={() => setOpen(null)} />}
    </div>
  );
}

function switching({ id }: WebhookView, active: boolean) {
  return () => call<WebhookView>(`${home}/${id}`, { method: 'PUT', body: { active } });
}

function SwitchOn({ webhook }: { webhook: WebhookView }) {
  const t = useT();
  const { act, isPending } = useAct({
    changes: 'webhooks',
    send: switching(webhook, true),
    answers: 'webhooks',
    done: t('webhooks.switchedOn'),
  });
  return (
    <button type="button" className="button" disabled={isPending} onClick={() => act()}>
      <Icon name="power" size={16} />
      {t('webhooks.switchOn')}
    </button>
  );
}

interface DialogProps {
  webhook: WebhookView;
  onClose: () => void;
}

function SwitchOff({ webhook, onClose }: DialogProps) {
  const t = useT();
  return (
    <ConfirmCall
      title={t('webhooks.switchOffTitle')}
      confirm={t('webhooks.switchOff')}
      isHarmless
      changes="webhooks"
      send={switching(webhook, false)}
      answers="webhooks"
      done={t('webhooks.switchedOff')}
      onClose={onClose}
    >
      <p>{t('webhooks.switchOffBody')}</p>
    </ConfirmCall>
  );
}

function Delete({ webhook: { id, url }, onClose }: DialogProps) {
  const t = useT();
  const navigate = useNavigate();
  return (
    <ConfirmCall
      title={t('webhooks.deleteTitle', { name: shortAddress(url) })}
      confirm={t('webhooks.delete')}
      changes="webhooks"
      send={() => call(`${home}/${id}`, { method: 'DELETE' })}
      removes={() => [id]}
      done={t('webhooks.deleted')}
      onDone={() => navigate(home, { replace: true })}
      onClose={onClose}
    >
      <p>{t('webhooks.deleteBody')}</p>
    </ConfirmCall>
  );
}

/** Why an endpoint is paused, or that it is about to be. */
function Trouble({ webhook: { state, failingSince, pausedAt } }: { webhook: WebhookView }) {
  const t = useT();
  const dates = useDates();
  const since = state === 'paused' ? pausedAt : state === 'failing' ? failingSince : null;
  if (!since) return null;
  const name = state === 'paused' ? 'paused' : 'failing';
  return (
    <div className="panel webhook__trouble" role="status">
      <StateSign sign="failing" size={18} />
      <div>
        <strong>{t(`webhooks.${name}Title`)}</strong>
        <p>{t(`webhooks.${name}Body`, { since: dates.date(since) })}</p>
      </div>
    </div>
  );
}

function Facts({ webhook }: { webhook: WebhookView }) {
  const t = useT();
  const language = useLanguage();
  const dates = useDates();
  const { url, events, lastDeliveredAt, createdAt } = webhook;
  const isAll = events.length === webhookTypes.length;
  return (
    <dl className="webhook__facts">
      <div>
        <dt>{t('webhooks.address')}</dt>
        <dd>{url}</dd>
      </div>
      <div>
        <dt>{t('webhooks.events')}</dt>
        <dd>{isAll ? t('webhooks.every') : events.map((type) => say(webhookTypeWords[type], language)).join(', ')}</dd>
      </div>
      <div>
        <dt>{t('webhooks.structures')}</dt>
        <dd>
          <MachinesOf webhook={webhook} />
        </dd>
      </div>
      <div>
        <dt>{t('webhooks.lastDelivered')}</dt>
        <dd>{lastDeliveredAt ? <When at={lastDeliveredAt} /> : t('webhooks.never')}</dd>
      </div>
      <div>
        <dt>{t('webhooks.created')}</dt>
        <dd>{dates.date(createdAt)}</dd>
      </div>
      <Secret webhook={webhook} />
    </dl>
  );
}
