import type { RaRecord } from 'ra-core';
import { useParams } from 'react-router-dom';
import { type RecordOptions, useRecord } from '../../data/index.ts';

/** The record whose id is in the present address; the tabs and forms of its page share it. */
export function useRecordOfAddress<View extends RaRecord>(resource: string, options?: RecordOptions) {
  const { id = '' } = useParams();
  return useRecord<View>(resource, id, options);
}
