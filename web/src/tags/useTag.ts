import type { TagDetail } from '@fournil/contract/tags/tag';
import { useParams } from 'react-router-dom';
import { useRecord } from '../data/index.ts';

/** The tag of the present address, read again whenever the page is opened. */
export function useTag() {
  const { id = '' } = useParams();
  return useRecord<TagDetail>('tags', id, { isAfresh: true });
}
