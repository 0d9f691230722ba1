import { type Pages, page } from '../kit/pages/page.ts';

export const demoPages: Pages = {
  '/mailbox': page(() => import('./MailboxPage.tsx'), 'MailboxPage', { outside: 'everybody' }),
};
