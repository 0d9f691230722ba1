import type { SoftwareUpdateDetail } from '@fournil/contract/software-updates/softwareUpdate';
import { useRecordOfAddress } from '../../kit/pages/useRecordOfAddress.ts';

const askAgainMilliseconds = 5000;

/** The version of the address, read again at intervals because its machines' states change. */
export function useSoftwareUpdate() {
  return useRecordOfAddress<SoftwareUpdateDetail>('software_updates', {
    isAfresh: true,
    everyMilliseconds: askAgainMilliseconds,
  });
}
