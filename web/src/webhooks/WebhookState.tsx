import type { WebhookState as State, WebhookView } from '@fournil/contract/webhooks/webhook';
import { StateSign } from '../kit/signs/StateSign.tsx';
import { useT } from './messages.ts';

const signs = { on: 'connected', failing: 'refused', off: 'inactive', paused: 'refused' } as const satisfies Record<
  State,
  string
>;

/** The state of an endpoint, with the number of messages that wait. */
export function WebhookState({ webhook: { state, waiting } }: { webhook: WebhookView }) {
  const t = useT();
  return (
    <span className="webhook-state">
      <span className="state">
        <StateSign sign={signs[state]} />
        {t(`webhooks.states.${state}`)}
      </span>
      {waiting > 0 && <small className="soft">{t('webhooks.waiting', { smart_count: waiting })}</small>}
    </span>
  );
}
