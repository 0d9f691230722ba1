import type { StructureDetail } from '@fournil/contract/structures/structure';
import { Link } from 'react-router-dom';
import { May } from '../../kit/session/May.tsx';
import { Icon } from '../../kit/signs/Icon.tsx';
import { useT } from '../messages.ts';
import { StructureName } from '../StructureName.tsx';
import '../../kit/people/people.css';

/** The structures directly below a structure. */
export function ChildrenPart({ structure: { id, children, childCount } }: { structure: StructureDetail }) {
  const t = useT();
  return (
    <section className="part">
      <div className="part__head">
        <h2>
          {t('structures.show.children')} <small>{childCount}</small>
        </h2>
        <May act="structures.create">
          <Link className="button button--plain" to={`/structures/create?parent=${id}`}>
            <Icon name="plus" size={16} />
            {t('structures.show.add')}
          </Link>
        </May>
      </div>
      {children.length === 0 && <p className="soft part__none">{t('structures.show.noChildren')}</p>}
      <ul className="part__list">
        {children.map((child) => (
          <li key={child.id}>
            <StructureName id={child.id} name={child.name} className="part__name" />
            {child.childCount > 0 && (
              <span className="soft">{t('structures.children', { smart_count: child.childCount })}</span>
            )}
            <span className="structure__count">
              <Icon name="machines" size={16} />
              <span className="unseen">{t('structures.machines')}</span> {child.nbMachine}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
