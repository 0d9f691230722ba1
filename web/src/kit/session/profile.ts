import type { ProfileUpdate, ProfileView } from '@fournil/contract/accounts/profile';
import { type Action, can } from '@fournil/contract/rights/policy';
import { isRight } from '@fournil/contract/rights/rights';
import type { Actor } from '@fournil/contract/rights/roles';
import { call, useOptimistic, useRead } from '../../data/index.ts';
import { profileReading } from './profileReading.ts';

/** The profile of the signed-in person, read once for all components; undefined while it loads. */
export function useProfile(): ProfileView | undefined {
  return useRead({ ...profileReading, enabled: false }).data;
}

export function actorOf(profile: ProfileView): Actor {
  return {
    kind: profile.kind,
    secondStepPending: false,
    rights: profile.rights.filter(isRight),
    remoteParamsEdit: profile.roles.includes('ROLE_REMOTE_PARAMS_EDIT'),
    master: profile.master && { ...profile.master, userId: '' },
  };
}

/** The reader as the policy knows them; null while the profile loads. */
export function useActor(): Actor | null {
  const profile = useProfile();
  return profile ? actorOf(profile) : null;
}

/** Whether the reader has the right for an action, by the same policy table as on the server (RGT-07). */
export function useMay(): (action: Action) => boolean {
  const actor = useActor();
  return (action) => can(actor, action);
}

/** Changes preferences at once, and reverts them with the reason when the server refuses. */
export function useProfileUpdate() {
  return useOptimistic<ProfileView, ProfileUpdate>({
    changes: 'profile',
    shown: profileReading,
    send: (update) => call('/profile', { method: 'PUT', body: update }),
  });
}
