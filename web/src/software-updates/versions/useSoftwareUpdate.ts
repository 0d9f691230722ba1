import type { SoftwareUpdateDetail } from '@fournil/contract/software-updates/softwareUpdate';
import { useParams } from 'react-router-dom';
import { useRecord } from '../../data/index.ts';

const askAgainMilliseconds = 5000;

/** The version of the address, read again at intervals because its machines' states change. */
export function useSoftwareUpdate() {
  const { id = '' } = useParams();
  return useRecord<SoftwareUpdateDetail>('software_updates', id, {
    isAfresh: true,
    everyMilliseconds: askAgainMilliseconds,
  });
}
