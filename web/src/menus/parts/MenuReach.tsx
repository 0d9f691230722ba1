import type { MenuView } from '@fournil/contract/menus/menu';
import { Link } from 'react-router-dom';
import { listLink } from '../../kit/lists/listLink.ts';
import { useMay } from '../../kit/session/profile.ts';
import { useT } from '../messages.ts';

type Reach = Pick<MenuView, 'id' | 'name' | 'machineCount' | 'structureCount' | 'differenceCount'>;

/** "214 ovens in 96 shops, 3 differ", with links to the ovens and to what differs. */
export function MenuReach({ menu }: { menu: Reach }) {
  const t = useT();
  const may = useMay();
  const { id, name, machineCount, structureCount, differenceCount } = menu;
  if (machineCount === 0) return <span className="soft">{t('menus.reach.none')}</span>;
  const ovens = t('menus.reach.ovens', { smart_count: machineCount });
  const differ = t('menus.reach.differ', { smart_count: differenceCount });
  return (
    <span>
      {may('machines.list') ? (
        <Link
          className="link"
          to={listLink('machines', { menu: id })}
          aria-label={`${ovens}, ${t('menus.reach.seeOvens', { name })}`}
        >
          {ovens}
        </Link>
      ) : (
        ovens
      )}
      {structureCount > 0 && ` ${t('menus.reach.shops', { smart_count: structureCount })}`}
      {differenceCount > 0 && ', '}
      {differenceCount > 0 &&
        (may('programMachines.list') ? (
          <Link
            className="link"
            to={listLink('differences', { menu: id })}
            aria-label={`${differ}, ${t('menus.reach.seeDiffer', { name })}`}
          >
            {differ}
          </Link>
        ) : (
          differ
        ))}
    </span>
  );
}
