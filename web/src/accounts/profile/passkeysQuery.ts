import type { PasskeyView } from '@fournil/contract/accounts/passkeys';
import { queryOptions } from '@tanstack/react-query';
import { members } from '../../kit/api.ts';

/** One's own passkeys. */
export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: async ({ signal }) => (await members<PasskeyView>('/passkeys', {}, signal)).data,
});
