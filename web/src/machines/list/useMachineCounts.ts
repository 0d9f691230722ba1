import type { MachineCounts } from '@fournil/contract/machines/machine';
import { keepPreviousData, type Query, reading, useRead } from '../../data/index.ts';
import { useMay } from '../../kit/session/profile.ts';

/** For readers who receive no live events of machines. */
const askAgainMilliseconds = 15_000;

/** The numbers beside the list, for the same filters; read again after changes. */
export function useMachineCounts(filter: Query): MachineCounts | undefined {
  const may = useMay();
  return useRead(
    reading<MachineCounts>({
      about: 'machineCounts',
      path: '/machines/counts',
      query: filter,
      refetchInterval: may('machines.show') ? false : askAgainMilliseconds,
      placeholderData: keepPreviousData,
    }),
  ).data;
}
