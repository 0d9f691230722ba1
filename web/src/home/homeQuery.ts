import type { HomeInfos } from '@fournil/contract/home/homeInfos';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../kit/api.ts';
import { homeKey } from '../kit/profile.ts';

export const homeQuery = queryOptions({
  queryKey: homeKey,
  queryFn: ({ signal }) => call<HomeInfos>('/home', { signal }),
});
