import { type WebhookSecret, type WebhookView, webhookLimits } from '@fournil/contract/webhooks/webhook';
import { useState } from 'react';
import { call, useAct } from '../data/index.ts';
import { CopyButton } from '../kit/CopyButton.tsx';
import { ConfirmCall } from '../kit/dialogs/ConfirmCall.tsx';
import { useDates } from '../kit/format/dates.ts';
import { useT } from './messages.ts';

/** The secret of an endpoint, shown and renewed after a proof of identity. */
export function Secret({ webhook: { id, formerSecretUntil } }: { webhook: WebhookView }) {
  const t = useT();
  const dates = useDates();
  const [shown, setShown] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const path = `/webhooks/${id}/secret`;
  const { formerSecretHours: hours } = webhookLimits;
  const show = useAct({
    changes: 'nothing',
    send: () => call<WebhookSecret>(path),
    onDone: ({ secret }) => setShown(secret),
  });
  return (
    <div className="webhook__secret">
      <dt>{t('webhooks.secret')}</dt>
      <dd>
        <code>{shown ?? 'whsec_••••••••••••'}</code>
        <span className="webhook-tools">
          {shown === null ? (
            <button type="button" className="button button--small" disabled={show.isPending} onClick={() => show.act()}>
              {t('webhooks.secretShow')}
            </button>
          ) : (
            <>
              <CopyButton text={shown} label={t('webhooks.secretCopy')} isSmall />
              <button type="button" className="button button--small" onClick={() => setShown(null)}>
                {t('webhooks.secretHide')}
              </button>
            </>
          )}
          <button type="button" className="button button--small" onClick={() => setAsking(true)}>
            {t('webhooks.secretNew')}
          </button>
        </span>
        <small className="soft">
          {formerSecretUntil
            ? t('webhooks.secretFormer', { until: dates.date(formerSecretUntil) })
            : t('webhooks.secretLead')}
        </small>
      </dd>
      {isAsking && (
        <ConfirmCall<WebhookSecret>
          title={t('webhooks.secretNewTitle')}
          confirm={t('webhooks.secretNewSave')}
          isHarmless
          changes="webhooks"
          send={() => call<WebhookSecret>(path, { method: 'POST' })}
          done={t('webhooks.secretMade', { hours })}
          onDone={({ secret }) => setShown(secret)}
          onClose={() => setAsking(false)}
        >
          <p>{t('webhooks.secretNewBody', { hours })}</p>
        </ConfirmCall>
      )}
    </div>
  );
}
