import type { ProfileAnswer, ProfileUpdate, ProfileView } from '@fournil/contract/accounts/profile';
import { type Action, can } from '@fournil/contract/rights/policy';
import { isRight } from '@fournil/contract/rights/rights';
import type { Actor } from '@fournil/contract/rights/roles';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from './api.ts';
import { useOptimistic } from './useOptimistic.ts';

/** The answer brings the numbers of the home page along: the page shows them at once, and asks for its own. */
export const homeKey = ['home'] as const;

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  async queryFn({ signal, client }) {
    const { profile, homeInfos } = await call<ProfileAnswer>('/profile', { signal });
    if (homeInfos) client.setQueryData(homeKey, homeInfos, { updatedAt: 0 });
    return profile;
  },
  staleTime: 5 * 60_000,
});

/** Who is signed in; undefined while it loads. Asked once, shared by all. */
export function useProfile(): ProfileView | undefined {
  return useQuery({ ...profileQuery, enabled: false }).data;
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

/** Whether the reader may do this, by the table that the server asks (RGT-07). */
export function useMay(): (action: Action) => boolean {
  const actor = useActor();
  return (action) => can(actor, action);
}

/** Changes preferences at once and puts them back, with the reason, when the server refuses. */
export function useProfileUpdate() {
  const queryClient = useQueryClient();
  const { queryKey } = profileQuery;
  return useOptimistic<ProfileView, ProfileUpdate>({
    mutationKey: ['changeProfile'],
    queryKey,
    shown: () => queryClient.getQueryData(queryKey),
    show: (part) => queryClient.setQueryData(queryKey, (known) => known && { ...known, ...part }),
    send: (update) => call('/profile', { method: 'PUT', body: update }),
    // GEN-06: what the server has written for this reader is in the former language, or by the former preference.
    onSaved: () =>
      void queryClient.invalidateQueries({
        predicate: (query) => query.queryKey[0] !== queryKey[0],
        refetchType: 'active',
      }),
  });
}
