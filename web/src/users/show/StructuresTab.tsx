import type { UserDetail } from '@fournil/contract/users/user';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from '../../kit/signs/Icon.tsx';
import { StructureDialog } from '../../kit/structures/StructureDialog.tsx';
import { useT } from '../messages.ts';
import { useUserChange } from '../useUserChange.ts';
import { whatIsSeenBy } from './whatIsSeen.ts';
import '../../kit/people/people.css';

/** The structures to which they are assigned; they also see what is below these (RGT-05). */
export function StructuresTab({ user }: { user: UserDetail }) {
  const t = useT();
  const [isAdding, setAdding] = useState(false);
  const { act, isPending } = useUserChange();
  const path = `/users/${user.id}/structures`;
  if (user.kind !== 'user') return <p className="soft user__tab">{t('users.show.adminStructures')}</p>;
  return (
    <section className="part user__tab">
      <div className="part__head">
        <h2>
          {t('users.structures')} <small>{user.structures.length}</small>
        </h2>
        <button type="button" className="button button--plain" onClick={() => setAdding(true)}>
          <Icon name="plus" size={16} />
          {t('users.show.add')}
        </button>
      </div>
      <p className="soft part__none">{t(`users.show.sight.${whatIsSeenBy(user)}`)}</p>
      <ul className="part__list">
        {user.structures.map(({ id, name }) => (
          <li key={id}>
            <Icon name="structures" size={18} />
            <Link className="part__name" to={`/structures/${id}/show`}>
              {name}
            </Link>
            <button
              type="button"
              className="icon-button icon-button--bare"
              disabled={isPending}
              aria-label={t('users.show.part', { name })}
              onClick={() => act({ path, body: { remove: [id] } })}
            >
              <Icon name="close" size={16} />
            </button>
          </li>
        ))}
      </ul>
      {isAdding && (
        <StructureDialog
          title={t('users.bulk.relateTitle', { smart_count: 1 })}
          submit={(count) => t('users.bulk.relateSubmit', { smart_count: count })}
          isSeveral
          onClose={() => setAdding(false)}
          onChosen={(chosen) =>
            act({ path, body: { add: chosen.map(({ id }) => id) } }, { onSettled: () => setAdding(false) })
          }
        />
      )}
    </section>
  );
}
