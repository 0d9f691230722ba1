import type { HistoryEntity, HistoryType } from '@fournil/contract/history/historyEvent';

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
