import type { PasskeyView } from '@fournil/contract/accounts/passkeys';
import { readingItems } from '../../data/index.ts';

/** The person's passkeys. */
export const passkeysReading = readingItems<PasskeyView>({ about: 'passkeys', path: '/passkeys' });
