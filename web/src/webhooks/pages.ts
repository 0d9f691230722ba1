import { type Pages, page } from '../kit/pages/page.ts';

export const webhookPages: Pages = {
  '/webhooks': page(() => import('./WebhookList.tsx'), 'WebhookList'),
  '/webhooks/create': page(() => import('./WebhookForm.tsx'), 'WebhookCreate'),
  '/webhooks/:id': page(() => import('./WebhookShow.tsx'), 'WebhookShow'),
  '/webhooks/:id/edit': page(() => import('./WebhookForm.tsx'), 'WebhookEdit'),
};
