export { findRecord, idsOfRecords, listRecords } from './readRecords.ts';
export type { Stored, StoredResource } from './stored.ts';
export { addRecord, changeRecord, lockRecord, removeRecord, restoreRecord } from './writeRecords.ts';
