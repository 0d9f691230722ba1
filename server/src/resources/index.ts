export type { ListedResource, StoredResource } from './declaration.ts';
export { findRecord, idsOfRecords, listRecords } from './readRecords.ts';
export { addRecord, changeRecord, lockRecord, removeRecord, restoreRecord } from './writeRecords.ts';
