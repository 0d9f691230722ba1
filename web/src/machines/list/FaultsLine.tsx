import { useListContext } from 'ra-core';
import { Link } from 'react-router-dom';
import { listLink } from '../../kit/lists/listLink.ts';
import { May } from '../../kit/session/May.tsx';
import { useT } from '../messages.ts';

/** DAY-16: from the machines that had a fault in a period to these faults. */
export function FaultsLine() {
  const t = useT();
  const { faultsSince: from, faultsUntil: to, structure, q } = useListContext().filterValues;
  if (from === undefined && to === undefined) return null;
  return (
    <May act="machines.show">
      <p>
        <Link className="link" to={listLink('faults', { from, to, structure, q })}>
          {t('machines.faults.oneByOne')}
        </Link>
      </p>
    </May>
  );
}
