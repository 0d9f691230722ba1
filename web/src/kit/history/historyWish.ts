import type { HistoryEntity, HistoryType } from '@fournil/contract/history/historyEvent';

/** What a reader asks of a history; as the call wants it. */
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
