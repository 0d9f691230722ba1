import { isUniqueViolation } from '../db/failures.ts';
import { unprocessable } from '../kit/errors.ts';
import type { House } from '../kit/house.ts';

/** 422 with this violation when the work would store a second row where this unique constraint allows one. */
export async function refuseTaken<Result>(
  constraint: string,
  violation: Parameters<typeof unprocessable>[0],
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw isUniqueViolation(error, constraint) ? unprocessable(violation) : error;
  }
}

/** USR-09: turns a duplicate address into a 422; only for callers who may know that it exists. */
export function refuseTakenAddress<Result>(work: () => Promise<Result>): Promise<Result> {
  return refuseTaken('users_emailKey_key', { path: 'email', key: 'custom.validation.emailTaken', args: {} }, work);
}

/** AUD-02: an end date lies in the future; an account that has to end now is disabled instead. */
export function refusePast(house: House, endsAt: string | null | undefined): void {
  if (endsAt && Date.parse(endsAt) <= house.now().getTime())
    throw unprocessable({ path: 'endsAt', key: 'custom.validation.endsLater', args: {} });
}
