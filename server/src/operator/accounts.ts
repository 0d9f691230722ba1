import { createAccount, recordOwn, switchOffWithoutCode } from '../accounts/index.ts';
import { StartRefused } from '../base/config.ts';
import { gateScope } from '../db/database.ts';
import { theOperator } from '../history/index.ts';
import { emailKey, findUserForMail, makeToken } from '../identity/index.ts';
import { withServer } from './access.ts';
import type { CommandCall } from './commandCall.ts';

/**
 * Creates a super admin: the first one, or another one later. The account is activated by the printed link; a repeated
 * command prints a new link.
 */
export function createSuperAdmin({ config, say }: CommandCall, email: string): Promise<number> {
  return withServer(config, async (services) => {
    const token = await services.db.as(gateScope, async (trx) => {
      const account = await trx
        .selectFrom('users')
        .select(['id', 'kind', 'emailVerified'])
        .where('emailKey', '=', emailKey(email))
        .executeTakeFirst();
      if (account && (account.kind !== 'superAdmin' || account.emailVerified))
        throw new StartRefused(`There is an account with the address ${email} already.`);
      const id =
        account?.id ??
        (await createAccount(services, trx, {
          organisationId: null,
          kind: 'superAdmin',
          email,
          passwordHash: null,
          firstName: email.split('@')[0]?.slice(0, 100) ?? '',
          lastName: 'Admin',
          language: 'EN',
          timezone: 'UTC',
          rights: [],
          emailVerified: false,
        }));
      await recordOwn(trx, id, 'creation', { by: theOperator });
      return makeToken(services, trx, id, 'activation');
    });
    services.log.warn({ event: 'super admin made by the operator', email }, 'security');
    say(`${email} opens the account here, and chooses a password:`);
    say(`${config.publicUrl}/#/activate/${token}`);
    return 0;
  });
}

/** TFA: the operator has verified the person by other means; the person gets an e-mail in any case. */
export function endTwoStepOf({ config, say }: CommandCall, email: string): Promise<number> {
  return withServer(config, async (services) => {
    const user = await services.db.as(gateScope, (trx) => findUserForMail(trx, { email }));
    if (!user) throw new StartRefused(`There is no account with the address ${email}.`);
    if (!(await switchOffWithoutCode(services, user.id)))
      throw new StartRefused(`Two-step sign-in of ${email} is off already.`);
    say(`Two-step sign-in of ${email} is off. They are told by e-mail, and should set it up again.`);
    return 0;
  });
}
