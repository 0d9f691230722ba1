import type { ProfileAnswer, ProfileView } from '@fournil/contract/accounts/profile';
import type { HomeInfos } from '@fournil/contract/home/homeInfos';
import { minuteMilliseconds } from '@fournil/contract/kit/durations';
import { call, reading, readingBy } from '../../data/index.ts';

/** The numbers of the home page, as far as the reader sees things. */
export const homeReading = reading<HomeInfos>({ about: 'home', path: '/home' });

/** The answer includes the numbers of the home page, which that page shows until it has read them again. */
export const profileReading = readingBy<ProfileView>({
  about: 'profile',
  async ask(signal, queryClient) {
    const { profile, homeInfos } = await call<ProfileAnswer>('/profile', { signal });
    if (homeInfos) queryClient.setQueryData(homeReading.queryKey, homeInfos, { updatedAt: 0 });
    return profile;
  },
  staleTime: 5 * minuteMilliseconds,
});
