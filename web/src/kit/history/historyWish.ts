import type { HistoryEntity, HistoryType } from '@fournil/contract/history/historyEvent';

/** The names of a history's filters. */
export const historyWishes = [
  'type',
  'actor',
  'entity',
  'place',
  'organisation',
  'q',
  'from',
  'to',
] as const satisfies readonly (keyof HistoryWish)[];

/** The filters of a history, as query parameters of the call. */
export interface HistoryWish {
  type?: HistoryType;
  actor?: string;
  entity?: HistoryEntity;
  place?: string;
  organisation?: string;
  q?: string;
  from?: string;
  to?: string;
}
