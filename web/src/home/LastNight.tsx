import { countedItems } from '@fournil/contract/kit/hydra';
import type { ListedFault } from '@fournil/contract/machines/faultList';
import { Link } from 'react-router-dom';
import { readingList, useRead } from '../data/index.ts';
import { listLink } from '../kit/lists/listLink.ts';
import { useNumber } from '../kit/useT.ts';
import { useT } from './messages.ts';

const filter = { period: 'lastNight' };
const lastNightReading = readingList<ListedFault>({
  about: 'faults',
  path: '/faults',
  query: { ...filter, itemsPerPage: 0 },
});

/** DAY-16: how many faults there were last night, one click from them; nothing without any. */
export function LastNight() {
  const t = useT();
  const number = useNumber();
  const { data } = useRead(lastNightReading);
  if (!data || data.total === 0) return null;
  return (
    <p>
      <Link className="link" to={listLink('faults', filter)}>
        {t('home.lastNight', {
          smart_count: data.total,
          count: data.total > countedItems ? `> ${number(countedItems)}` : number(data.total),
        })}
      </Link>
    </p>
  );
}
