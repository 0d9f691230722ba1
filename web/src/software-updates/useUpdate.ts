import type { SoftwareUpdateDetail } from '@fournil/contract/software-updates/softwareUpdate';
import { useGetOne } from 'ra-core';
import { useParams } from 'react-router-dom';
import { isGone } from '../kit/api.ts';

const askAgainMilliseconds = 5000;

/** The version of the address, asked again and again: machines move while one looks. */
export function useUpdate() {
  const { id = '' } = useParams();
  const { data, ...query } = useGetOne<SoftwareUpdateDetail>(
    'software_updates',
    { id },
    {
      retry: false,
      enabled: id !== '',
      refetchOnMount: 'always',
      refetchInterval: ({ state: { error } }) => (isGone(error) ? false : askAgainMilliseconds),
    },
  );
  // A list leaves its rows where single ones are kept: these are less than a whole version.
  return { ...query, data: data && 'machines' in data ? data : undefined };
}
