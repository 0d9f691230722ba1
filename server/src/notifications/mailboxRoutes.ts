import { keptMail } from '@fournil/contract/demo/mailbox';
import { z } from 'zod';
import { isLoopback } from '../config.ts';
import type { App } from '../kit/app.ts';
import { notFound } from '../kit/errors.ts';
import type { House } from '../kit/house.ts';
import { keptMails, mailboxFolder } from './mailbox.ts';

/** The demo's mailbox, for whoever sits at this machine. Anywhere else the call does not exist. */
export function mailboxRoutes(app: App, house: House): void {
  if (!house.config.showsMails) return;
  app.get('/demo/mails', { config: { allow: 'demo.mails' }, schema: { response: { 200: z.array(keptMail) } } }, (request) => {
    // A page of another site whose name was made to lead here.
    if (!isLoopback(request.hostname.replace(/:\d+$/, ''))) throw notFound();
    return keptMails(mailboxFolder(house.config));
  });
}
