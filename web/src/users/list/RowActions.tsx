import { kindOfRoles } from '@fournil/contract/rights/roles';
import { editableFields } from '@fournil/contract/users/editableFields';
import type { UserView } from '@fournil/contract/users/user';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useKitT } from '../../kit/messages.ts';
import { useMay, useProfile } from '../../kit/session/profile.ts';
import { Icon } from '../../kit/signs/Icon.tsx';
import { useT } from '../messages.ts';
import { SwitchUser } from '../SwitchUser.tsx';

interface RowActionsProps {
  user: UserView;
  /** Opens the question before an account is deleted. */
  onDelete?: ((user: UserView) => void) | undefined;
}

/** The actions at the end of a row: edit, activity, enable or disable, delete. Links contain the way back (USR-07). */
export function RowActions({ user, onDelete }: RowActionsProps) {
  const t = useT();
  const kitT = useKitT();
  const profile = useProfile();
  const may = useMay();
  const { pathname, search } = useLocation();
  const [isAsking, setAsking] = useState(false);
  const isOneself = profile?.id === user.id;
  const kind = kindOfRoles(user.roles);
  const fields = profile && kind ? editableFields(profile, { id: user.id, kind }) : [];
  return (
    <span className="row-actions">
      {fields.length > 0 && may('users.edit') && (
        <Link
          className="icon-button icon-button--bare"
          to={`/users/${user.id}/edit`}
          state={{ from: pathname + search }}
          aria-label={`${kitT('kit.edit')} – ${user.fullName}`}
          title={kitT('kit.edit')}
        >
          <Icon name="edit" size={16} />
        </Link>
      )}
      {may('history.all') && (
        <Link
          className="icon-button icon-button--bare"
          to={`/all-activity?actor=${user.id}`}
          aria-label={`${kitT('kit.history.activity')} – ${user.fullName}`}
          title={kitT('kit.history.activity')}
        >
          <Icon name="activity" size={16} />
        </Link>
      )}
      {fields.includes('active') && (
        <button
          type="button"
          className="icon-button icon-button--bare"
          aria-label={`${t(user.active ? 'users.show.disable' : 'users.show.enable')} – ${user.fullName}`}
          title={t(user.active ? 'users.show.disable' : 'users.show.enable')}
          onClick={() => setAsking(true)}
        >
          <Icon name="power" size={16} />
        </button>
      )}
      {onDelete && !isOneself && (
        <button
          type="button"
          className="icon-button icon-button--bare"
          aria-label={`${kitT('kit.delete')} – ${user.fullName}`}
          title={kitT('kit.delete')}
          onClick={() => onDelete(user)}
        >
          <Icon name="trash" size={16} />
        </button>
      )}
      {isAsking && <SwitchUser user={user} onClose={() => setAsking(false)} />}
    </span>
  );
}
