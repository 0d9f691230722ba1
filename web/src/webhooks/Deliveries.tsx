import { say } from '@fournil/contract/kit/words';
import {
  type DeliveryState,
  type DeliveryView,
  deliveryStates,
  type WebhookTry,
  type WebhookView,
  webhookLimits,
} from '@fournil/contract/webhooks/webhook';
import { webhookTypeWords } from '@fournil/contract/webhooks/webhookEvents';
import { useState } from 'react';
import { call, keepPreviousData, readingList, useAct, useRead } from '../data/index.ts';
import { useDates } from '../kit/format/dates.ts';
import { useNow } from '../kit/format/useNow.ts';
import { When } from '../kit/format/When.tsx';
import { useKitT } from '../kit/messages.ts';
import { Failed } from '../kit/pages/Failed.tsx';
import { Icon } from '../kit/signs/Icon.tsx';
import { StateSign } from '../kit/signs/StateSign.tsx';
import { useLanguage, useNumber } from '../kit/useT.ts';
import { useT } from './messages.ts';

const everyMilliseconds = 3000;
const longestList = 480;

/** INT-05: what was sent to an endpoint, read again every few seconds. */
export function Deliveries({ webhook: { id } }: { webhook: WebhookView }) {
  const t = useT();
  const kitT = useKitT();
  const [state, setState] = useState<DeliveryState | null>(null);
  const [count, setCount] = useState<number>(webhookLimits.deliveriesPage);
  const { data, error, refetch } = useRead(
    readingList<DeliveryView>({
      about: 'webhooks',
      path: `/webhooks/${id}/deliveries`,
      query: { itemsPerPage: count, ...(state ? { state } : {}) },
      refetchInterval: everyMilliseconds,
      placeholderData: keepPreviousData,
    }),
  );
  const isMore = data !== undefined && data.total > data.data.length && count < longestList;
  return (
    <section className="webhook__sent" aria-labelledby="webhook-sent">
      <div className="webhook__sent-head">
        <h2 id="webhook-sent">{t('webhooks.sent')}</h2>
        {([null, ...deliveryStates] as const).map((one) => (
          <button
            key={one ?? 'all'}
            type="button"
            className="chip"
            aria-pressed={state === one}
            onClick={() => setState(one)}
          >
            {t(`webhooks.filters.${one ?? 'all'}`)}
          </button>
        ))}
        <small className="soft">{t('webhooks.sentKept', { smart_count: webhookLimits.keptDays })}</small>
      </div>
      {error && !data && <Failed onRetry={() => void refetch()} />}
      {data?.data.length === 0 && (
        <p className="soft webhook__none">{t(state ? 'webhooks.sentNoneFiltered' : 'webhooks.sentNone')}</p>
      )}
      <ul aria-busy={!data && !error}>
        {data?.data.map((delivery) => (
          <Delivery key={delivery.id} delivery={delivery} />
        ))}
      </ul>
      {isMore && (
        <button
          type="button"
          className="button button--small"
          onClick={() => setCount(count + webhookLimits.deliveriesPage)}
        >
          {kitT('kit.seeMore')}
        </button>
      )}
    </section>
  );
}

const signs = { waiting: 'pending', delivered: 'connected', failed: 'refused' } as const satisfies Record<
  DeliveryState,
  string
>;

function Delivery({ delivery }: { delivery: DeliveryView }) {
  const t = useT();
  const language = useLanguage();
  const { state, type, createdAt, tries, triesCount } = delivery;
  const [last] = tries;
  return (
    <li>
      <details className="delivery">
        <summary>
          <StateSign sign={signs[state]} />
          <span className="delivery__what">
            <strong>{say(webhookTypeWords[type], language)}</strong>
            <small className="soft">{subjectOf(delivery)}</small>
          </span>
          <span className="delivery__outcome">
            {t(`webhooks.deliveryStates.${state}`)}
            {state === 'waiting' && <NextTry delivery={delivery} />}
          </span>
          <span className="delivery__answer">
            {last && <Outcome one={last} />}
            {triesCount > 1 && <small className="soft"> · {t('webhooks.tries', { smart_count: triesCount })}</small>}
          </span>
          <span className="soft delivery__when">
            <When at={createdAt} />
          </span>
          <span className="delivery__fold">
            <Icon name="chevronDown" size={16} />
          </span>
        </summary>
        <DeliveryDetail delivery={delivery} />
      </details>
    </li>
  );
}

function NextTry({ delivery: { nextTryAt } }: { delivery: DeliveryView }) {
  const t = useT();
  const dates = useDates();
  const now = useNow(1000);
  if (!nextTryAt) return null;
  const seconds = Math.ceil((Date.parse(nextTryAt) - now) / 1000);
  const when =
    seconds <= 0
      ? t('webhooks.nextTrySoon')
      : t('webhooks.nextTryIn', { span: seconds < 60 ? `${seconds} s` : dates.span(seconds) });
  return <small className="soft">, {t('webhooks.nextTry', { when })}</small>;
}

function Outcome({ one: { status, failure, milliseconds } }: { one: WebhookTry }) {
  const t = useT();
  const number = useNumber();
  const answered = status === null ? null : t('webhooks.answered', { status, milliseconds: number(milliseconds) });
  const reason = failure && (status === null || failure === 'redirect') ? t(`webhooks.failures.${failure}`) : null;
  return (
    <span className={failure ? 'delivery__failure' : undefined}>{[answered, reason].filter(Boolean).join(' · ')}</span>
  );
}

function DeliveryDetail({ delivery: { id, messageId, tries, payload } }: { delivery: DeliveryView }) {
  const t = useT();
  const dates = useDates();
  const { act, isPending } = useAct({
    changes: 'webhooks',
    send: () => call<DeliveryView>(`/webhook-deliveries/${id}/again`, { method: 'POST' }),
    done: t('webhooks.sentAgain'),
  });
  return (
    <div className="delivery__detail">
      <div>
        <h3>{t('webhooks.triesTitle')}</h3>
        <ol className="delivery__tries">
          {tries.map((one) => (
            <li key={one.at}>
              <time dateTime={one.at}>{dates.date(one.at, 'exact')}</time>
              <Outcome one={one} />
              {one.excerpt && <code>{one.excerpt}</code>}
            </li>
          ))}
        </ol>
        <button type="button" className="button button--small" disabled={isPending} onClick={() => act()}>
          <Icon name="renew" size={16} />
          {t('webhooks.again')}
        </button>
      </div>
      <div>
        <h3>{t('webhooks.payload')}</h3>
        <pre>
          <code>{indented(payload)}</code>
        </pre>
        <p className="soft">
          {t('webhooks.messageId')} <code>{messageId}</code>
        </p>
      </div>
    </div>
  );
}

/** The machine or the program of an event; nothing for a test. */
function subjectOf({ payload }: DeliveryView): string {
  const { data } = JSON.parse(payload) as { data: { machine?: { name: string }; program?: { name: string } } };
  return [data.machine?.name, data.program?.name].filter(Boolean).join(' · ');
}

function indented(payload: string): string {
  return JSON.stringify(JSON.parse(payload), null, 2);
}
