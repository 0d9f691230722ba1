import type { UserDetail } from '@fournil/contract/users/user';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx';
import { useKitT } from '../../kit/messages.ts';
import { Icon } from '../../kit/signs/Icon.tsx';
import { type NamedStructure, StructureDialog } from '../../kit/structures/StructureDialog.tsx';
import { useT } from '../messages.ts';
import { useUserChange } from '../useUserChange.ts';
import { whatIsSeenBy } from './whatIsSeen.ts';
import '../../kit/people/people.css';

/** The structures to which they are assigned; they also see what is below these (RGT-05). */
export function StructuresTab({ user }: { user: UserDetail }) {
  const t = useT();
  const [isAdding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<NamedStructure | null>(null);
  const { act } = useUserChange();
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
              aria-label={t('users.show.part', { name })}
              onClick={() => setLeaving({ id, name })}
            >
              <Icon name="close" size={16} />
            </button>
          </li>
        ))}
      </ul>
      {leaving && <RemoveFromStructure user={user} structure={leaving} onClose={() => setLeaving(null)} />}
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

interface RemoveFromStructureProps {
  user: UserDetail;
  structure: NamedStructure;
  onClose: () => void;
}

/** Says what the person sees afterwards. */
function RemoveFromStructure({ user, structure: { id, name }, onClose }: RemoveFromStructureProps) {
  const t = useT();
  const kitT = useKitT();
  const notify = useNotify();
  const { act, isPending } = useUserChange();
  const sight = whatIsSeenBy({ ...user, structures: user.structures.filter((one) => one.id !== id) });
  const person = user.fullName;
  const remove = () =>
    act(
      { path: `/users/${user.id}/structures`, body: { remove: [id] } },
      {
        onSettled: onClose,
        onSuccess: () => notify(t('users.show.parted', { person, name }), { type: 'success' }),
      },
    );
  return (
    <ConfirmDialog
      title={t('users.show.partTitle', { person, name })}
      confirm={kitT('kit.remove')}
      isPending={isPending}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>{t(`users.show.partSight.${sight}`, { person })}</p>
    </ConfirmDialog>
  );
}
