import type { StructureDetail } from '@fournil/contract/structures/structure';
import { AssignedUsers } from '../../kit/people/AssignedUsers.tsx';
import { useMay, useProfile } from '../../kit/session/profile.ts';
import { useT } from '../messages.ts';
import { usePartChange } from './usePartChange.ts';

/** STR-04: the users assigned to a structure; shown to readers who may change them. */
export function UsersPart({ structure }: { structure: StructureDetail }) {
  const t = useT();
  const { change, isPending } = usePartChange(structure, 'users');
  const seesAll = useMay()('structures.seeAll');
  const self = useProfile()?.id;
  if (!structure.relatedUsers) return null;
  const related = structure.relatedUsers;
  const fromAbove = structure.users?.filter(({ id }) => related.every((one) => one.id !== id)) ?? [];
  const noteOf = ({ id }: { id: string }) => {
    if (id === structure.userInCharge?.id) return t('structures.show.isInCharge');
    return fromAbove.some((one) => one.id === id) ? t('structures.show.fromAbove') : null;
  };
  return (
    <AssignedUsers
      title={t('structures.show.users')}
      none={t('structures.show.noUsers')}
      people={related}
      others={fromAbove}
      noteOf={noteOf}
      // Users cannot remove themselves from a structure that they edit.
      canRemove={({ id }) => seesAll || id !== self}
      path="/structures/people"
      isPending={isPending}
      onChange={change}
    />
  );
}
