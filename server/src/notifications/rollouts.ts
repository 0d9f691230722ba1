import { gateScope, organisationScope } from '../db/database.ts';
import type { House } from '../kit/house.ts';
import type { Catalogue } from '../kit/jobs/catalogue.ts';
import { rolloutMail } from './mails/rolloutMail.ts';
import { writeMail } from './mails/writeMail.ts';
import { askerOrAdministrators } from './recipients.ts';

/** MNU-03, SWU-04: a rollout has paused or ended by itself: one mail to the person who asked for it. */
export async function writeRolloutMails(house: House, event: Catalogue['rollout.changed']): Promise<void> {
  const { organisationId, rolloutId, askedById, state, at } = event;
  const scope = organisationId === null ? gateScope : organisationScope(organisationId);
  await house.db.as(scope, async (trx) => {
    for (const { reader, hasAsked } of await askerOrAdministrators(
      house,
      trx,
      organisationId,
      askedById,
      'rollouts.list',
    ))
      await writeMail(house, trx, {
        organisationId,
        reason: `rollout ${rolloutId} ${state} ${at} ${reader.userId}`,
        to: reader,
        content: rolloutMail(event, reader, { hasAsked, publicUrl: house.config.publicUrl }),
      });
  });
}
