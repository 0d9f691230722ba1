import { isUniqueViolation } from '../db/failures.ts';
import { unprocessable } from '../kit/errors.ts';
import type { Services } from '../kit/services.ts';

/** USR-09: turns a duplicate address into a 422; only for callers who may know that it exists. */
export async function refuseTakenAddress<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const isTaken = isUniqueViolation(error, 'users_emailKey_key');
    throw isTaken ? unprocessable({ path: 'email', key: 'custom.validation.emailTaken', args: {} }) : error;
  }
}

/** AUD-02: an end date lies in the future; an account that has to end now is disabled instead. */
export function refusePast(services: Services, endsAt: string | null | undefined): void {
  if (endsAt && Date.parse(endsAt) <= services.now().getTime())
    throw unprocessable({ path: 'endsAt', key: 'custom.validation.endsLater', args: {} });
}
