import { gateScope } from '../db/database.ts';
import { forgetEvents, record } from '../history/index.ts';
import type { Caller } from '../kit/caller.ts';
import { conflict, notFound } from '../kit/errors.ts';
import type { Services } from '../kit/services.ts';
import { forgetMenuWriter } from '../menus/index.ts';
import { forgetWriter } from '../programs/index.ts';

const stillThere = {
  en: 'This person still has an account. Delete it first.',
  fr: 'Cette personne a encore un compte. Supprimez-le d’abord.',
};

/**
 * AUD-01: removes the personal data of a person whose account was deleted from the history, where a number replaces the
 * name, from the programs and menus that they wrote, and soon after from the mails that are kept. A client admin does
 * so in their own organisation, the maker everywhere. Throws 404 where nothing names this person, and 409 while they
 * have an account.
 */
export async function forgetPerson(services: Services, caller: Caller, userId: string): Promise<void> {
  await services.db.as(gateScope, async (trx) => {
    const forgotten = await forgetEvents(trx, { organisationId: caller.organisationId, userId });
    if (!forgotten) throw notFound();
    // After the former: whether somebody of another organisation has an account is told to nobody.
    if (await trx.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst())
      throw conflict(stillThere);
    const { number, names, organisationIds } = forgotten;
    await forgetWriter(trx, userId, number);
    await forgetMenuWriter(trx, userId, number);
    await services.jobs.announce(trx, 'person.forgotten', { userId, names, organisationIds });
    await record(trx, caller, { type: 'forgetting', origin: { entity: 'user', id: userId, name: number } });
  });
}
