import type { MenuView } from '@fournil/contract/menus/menu';
import { Link } from 'react-router-dom';
import { readingList, useRead } from '../../data/index.ts';
import { useT } from '../messages.ts';

const named = 5;

/** MNU-01: the menus that contain a program, with links; nothing for none. */
export function MenusOfProgram({ programId, isDeletion = false }: { programId: string; isDeletion?: boolean }) {
  const t = useT();
  const { data } = useRead(
    readingList<MenuView>({
      about: 'menus',
      path: '/menus',
      query: { program: programId, 'order[name]': 'asc', page: 1, itemsPerPage: named },
    }),
  );
  if (!data || data.total === 0) return null;
  const more = data.total - data.data.length;
  return (
    <p>
      {t('menus.ofProgram.on', { smart_count: data.total })}{' '}
      {data.data.map(({ id, name }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          {isDeletion ? (
            name
          ) : (
            <Link className="link" to={`/menus/${id}/show`}>
              {name}
            </Link>
          )}
        </span>
      ))}
      {more > 0 && ` ${t('menus.ofProgram.more', { smart_count: more })}`}
      {isDeletion ? `. ${t('menus.ofProgram.remains')}` : ''}
    </p>
  );
}
