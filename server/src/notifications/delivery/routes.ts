import { keptMail } from '@fournil/contract/demo/mailbox';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isLoopback } from '../../base/config.ts';
import { notFound } from '../../kit/errors.ts';
import type { App } from '../../kit/http/app.ts';
import { named } from '../../kit/http/callNames.ts';
import type { Services } from '../../kit/services.ts';
import { keptMails, mailboxFolder } from './mailbox.ts';

/** Headers that a proxy adds to the calls of its clients. */
const marks = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
  'cf-connecting-ip',
  'true-client-ip',
];

/**
 * Whether a call comes from this computer under its own name: not from a page of another site whose name resolves to
 * it, nor through a proxy.
 */
function isFromHere({ hostname, headers, socket }: FastifyRequest): boolean {
  const caller = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  return (
    isLoopback(hostname.replace(/:\d+$/, '')) &&
    isLoopback(caller) &&
    marks.every((mark) => headers[mark] === undefined)
  );
}

/** The demo's mailbox, for calls from this computer only; others get 404. */
export function mailboxRoutes(app: App, services: Services): void {
  if (!services.config.showsMails) return;
  app.get(
    '/demo/mails',
    {
      config: { allow: 'demo.mails' },
      schema: {
        named: named('API', 'listDemoMails', 'List the mails of a demonstration'),
        response: { 200: z.array(keptMail) },
        refuses: ['404'],
      },
    },
    (request) => {
      if (!isFromHere(request)) throw notFound();
      return keptMails(mailboxFolder(services.config));
    },
  );
}
