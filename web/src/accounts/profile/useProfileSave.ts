import type { ProfileAnswer, ProfileUpdate, ProfileView } from '@fournil/contract/accounts/profile';
import { useState } from 'react';
import { call, problemOf, useAct, useRefusalText } from '../../data/index.ts';
import { profileReading } from '../../kit/session/profileReading.ts';

const changedMeanwhile = 412;

/**
 * Saves the profile unless it has been changed elsewhere since it was read (API-06); then `conflict` contains the
 * present one.
 */
export function useProfileSave(onSaved: () => void) {
  const refusalText = useRefusalText();
  const [conflict, setConflict] = useState<ProfileView | null>(null);
  const isConflict = (error: unknown) => problemOf(error)?.status === changedMeanwhile;
  const { act, isPending, violations } = useAct({
    changes: 'profile',
    send: ({ update, version }: { update: ProfileUpdate; version: number }) =>
      call<ProfileView>('/profile', { method: 'PUT', body: update, version }),
    answers: profileReading,
    onDone() {
      setConflict(null);
      onSaved();
    },
    isForm: true,
    refused: (error) => (isConflict(error) ? null : refusalText(error)),
    async onRefused(error) {
      if (isConflict(error)) setConflict((await call<ProfileAnswer>('/profile')).profile);
    },
  });
  return {
    save: (update: ProfileUpdate, version: number) => act({ update, version }),
    isPending,
    violations,
    conflict,
    forget: () => setConflict(null),
  };
}
