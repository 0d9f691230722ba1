import type { MachineView } from '@fournil/contract/machines/machine';
import { useListContext } from 'ra-core';
import { Link } from 'react-router-dom';
import { readingList, useRead } from '../../data/index.ts';
import { listLink } from '../../kit/lists/listLink.ts';
import { useMay } from '../../kit/session/profile.ts';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import { useT } from '../messages.ts';

const zoneless = { hasTimezone: false };

/** MAC-09: how many machines count as UTC for want of a timezone, for people who can give them one. */
export function ZonelessLine() {
  const t = useT();
  const { filterValues } = useListContext();
  const isShown = useMay()('machines.edit') && filterValues['hasTimezone'] === undefined;
  const { data } = useRead(
    readingList<MachineView>({
      about: 'machineCounts',
      path: '/machines',
      query: { ...zoneless, page: 1, itemsPerPage: 0 },
      enabled: isShown,
    }),
  );
  if (!isShown || !data?.total) return null;
  return (
    <p className="state">
      <StateSign sign="notApproved" size={12} />
      <Link to={listLink('machines', zoneless)}>{t('machines.zone.zoneless', { smart_count: data.total })}</Link>
    </p>
  );
}
