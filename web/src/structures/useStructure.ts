import type { StructureDetail } from '@fournil/contract/structures/structure';
import { useParams } from 'react-router-dom';
import { useRecord } from '../data/index.ts';

/** The structure of the present address, read again whenever the page is opened. */
export function useStructureOfAddress() {
  const { id = '' } = useParams();
  return useRecord<StructureDetail>('structures', id, { isAfresh: true });
}
