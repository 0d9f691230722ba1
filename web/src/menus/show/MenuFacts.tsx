import type { MenuDetail, MenuPlaceView } from '@fournil/contract/menus/menu';
import { Link } from 'react-router-dom';
import { useMay } from '../../kit/session/profile.ts';
import { Icon } from '../../kit/signs/Icon.tsx';
import { useT } from '../messages.ts';
import { useAdditionsText } from '../parts/additionsText.ts';
import { useSeasonText } from '../parts/seasonText.ts';

/** Where it is given, when it applies, what shops may add, and the note. */
export function MenuFacts({ menu }: { menu: MenuDetail }) {
  const t = useT();
  const seasonText = useSeasonText();
  const additionsText = useAdditionsText();
  return (
    <div className="menu-page__side">
      <section className="part">
        <div className="part__head">
          <h2>
            {t('menus.show.places')} <small>{menu.places.length}</small>
          </h2>
        </div>
        <Places menu={menu} />
      </section>
      <dl className="facts">
        <div>
          <dt>{t('menus.show.season')}</dt>
          <dd>{seasonText(menu.season)}</dd>
        </div>
        {menu.season === null && (
          <div>
            <dt>{t('menus.show.additions')}</dt>
            <dd>{additionsText(menu.additions)}</dd>
          </div>
        )}
        <div>
          <dt>{t('menus.show.note')}</dt>
          <dd>{menu.note ?? <span className="soft">{t('menus.show.noNote')}</span>}</dd>
        </div>
      </dl>
      {menu.createdBy && (
        <p className="soft menu-page__creator">{t('menus.show.createdBy', { name: menu.createdBy.fullName })}</p>
      )}
    </div>
  );
}

function Places({ menu: { id, places, reachesFurther } }: { menu: MenuDetail }) {
  const t = useT();
  const may = useMay();
  if (places.length === 0)
    return (
      <p className="soft part__none">
        {t(reachesFurther ? 'menus.show.hiddenPlaces' : 'menus.show.noPlace')}{' '}
        {may('menus.give') && (
          <Link className="link" to={`/menus/${id}`}>
            {t('menus.show.give')}
          </Link>
        )}
      </p>
    );
  return (
    <ul className="part__list">
      {places.map((place) => (
        <li key={place.id}>
          <Icon name={place.kind === 'machine' ? 'machines' : 'structures'} size={16} />
          <PlaceName place={place} />
          <span className="soft">{t(place.kind === 'machine' ? 'menus.show.machine' : 'menus.show.below')}</span>
        </li>
      ))}
      {reachesFurther && <li className="soft">{t('menus.show.moreHidden')}</li>}
    </ul>
  );
}

function PlaceName({ place: { kind, id, name } }: { place: MenuPlaceView }) {
  const may = useMay();
  const opens = kind === 'machine' ? may('machines.show') : may('structures.open');
  if (!opens) return <strong className="part__name">{name}</strong>;
  return (
    <Link className="part__name clamp" title={name} to={`/${kind}s/${id}/show`}>
      {name}
    </Link>
  );
}
