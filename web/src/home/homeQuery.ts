import type { HomeInfos } from '@fournil/contract/home/homeInfos';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../kit/api.ts';

export const homeQuery = queryOptions({
  queryKey: ['home'],
  queryFn: ({ signal }) => call<HomeInfos>('/home', { signal }),
});
