import { gateScope, organisationScope } from '../db/database.ts';
import type { Catalogue } from '../kit/jobs/catalogue.ts';
import type { Services } from '../kit/services.ts';
import { rolloutAskedMail, rolloutMail } from './mails/rolloutMail.ts';
import { writeMail } from './mails/writeMail.ts';
import { administratorsOf, askerOrAdministrators } from './recipients.ts';

/** MNU-03, SWU-04: a rollout has paused or ended by itself: one mail to the person who asked for it. */
export async function writeRolloutMails(services: Services, event: Catalogue['rollout.changed']): Promise<void> {
  const { organisationId, rolloutId, askedById, state, at } = event;
  const scope = organisationId === null ? gateScope : organisationScope(organisationId);
  await services.db.as(scope, async (trx) => {
    for (const { reader, hasAsked } of await askerOrAdministrators(
      services,
      trx,
      organisationId,
      askedById,
      'rollouts.list',
    ))
      await writeMail(services, trx, {
        organisationId,
        reason: `rollout ${rolloutId} ${state} ${at} ${reader.userId}`,
        to: reader,
        content: rolloutMail(event, reader, { hasAsked, publicUrl: services.config.publicUrl }),
      });
  });
}

/** SWU-06: a rollout waits for a second person: one mail to each super admin but the one who asked for it. */
export async function writeAskedMails(services: Services, event: Catalogue['rollout.asked']): Promise<void> {
  await services.db.as(gateScope, async (trx) => {
    for (const reader of await administratorsOf(services, trx, null)) {
      if (reader.userId === event.askedById) continue;
      await writeMail(services, trx, {
        organisationId: null,
        reason: `rollout ${event.rolloutId} asked ${event.at} ${reader.userId}`,
        to: reader,
        content: rolloutAskedMail(event, reader, services.config.publicUrl),
      });
    }
  });
}
