import type { ProfileUpdate } from '@fournil/contract/accounts/profile';
import { useNotify } from 'ra-core';
import { useProfileUpdate } from '../../kit/profile.ts';
import { useTranslatedError } from '../../kit/useTranslatedError.ts';

/** Changes a preference at once; what the server refuses goes back, and is said. */
export function useChange(): (update: ProfileUpdate) => void {
  const notify = useNotify();
  const errorText = useTranslatedError();
  return useProfileUpdate((error) => notify(errorText(error), { type: 'warning' })).mutate;
}
