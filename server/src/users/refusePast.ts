import { unprocessable } from '../kit/errors.ts';
import type { House } from '../kit/house.ts';

/** AUD-02: an account ends later; whoever wants it to end now disables it. */
export function refusePast(house: House, endsAt: string | null | undefined): void {
  if (endsAt && Date.parse(endsAt) <= house.now().getTime())
    throw unprocessable({ path: 'endsAt', key: 'custom.validation.endsLater', args: {} });
}
