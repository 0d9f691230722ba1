/**
 * The page's data: the only folder that calls the server and uses the cache. Records and lists are ra-core's
 * (`useRecord`, `useList`), other readings are named with `reading…`, and every write is one of
 * `useCreateOne`, `useVersionedSave`, `useRemove`, `useOptimistic` or `useAct`.
 */

export { keepPreviousData, type QueryClient } from '@tanstack/react-query';
export { type Act, type Outcome, useAct, useCreateOne, violationsOf } from './act.ts';
export type { Query } from './address.ts';
export { call, type Fetched, fetchFile, isGone, isOfServer, members, problemOf, setCaller } from './api.ts';
export { newQueryClient } from './client.ts';
export { saveFile, useDownload } from './download.ts';
export { isCodeMissing, useRefusalText, useTranslatedError, useViolationText } from './errorTexts.ts';
export { type Live, type LiveState, openLive } from './live.ts';
export { askWhileWriting } from './pendingWrites.ts';
export { answerProof, useAskedForProof } from './proof.ts';
export { dataProvider } from './provider.ts';
export {
  type Page,
  type Reading,
  reading,
  readingBy,
  readingItems,
  readingList,
  useExpire,
  useKeepReading,
  useRead,
  useReadPages,
  useReads,
} from './reading.ts';
export { type RecordOptions, useRecord } from './records.ts';
export { serverNow, watchServerClock } from './serverClock.ts';
export type { Topic } from './stale.ts';
export { useOptimistic, useOptimisticList } from './useOptimistic.ts';
export { useRemove } from './useRemove.ts';
export { type Settled, useVersionedSave } from './useVersionedSave.ts';
