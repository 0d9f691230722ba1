import { PageFor } from '../kit/May.tsx';
import { useT } from './messages.ts';
import { People } from './People.tsx';

export function UserList() {
  const t = useT();
  return (
    <PageFor act="users.list">
      <People resource="users" title={t('users.title')} hasStructures />
    </PageFor>
  );
}
