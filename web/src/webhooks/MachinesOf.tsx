import type { WebhookView } from '@fournil/contract/webhooks/webhook';
import { useT } from './messages.ts';

/** Of which machines an endpoint is told. */
export function MachinesOf({ webhook: { structures, isLimited } }: { webhook: WebhookView }) {
  const t = useT();
  if (structures.length > 0) return <span className="clamp">{structures.map(({ name }) => name).join(', ')}</span>;
  return <span className="soft">{t(isLimited ? 'webhooks.noMachines' : 'webhooks.allMachines')}</span>;
}
