import { GonePage } from '../kit/pages/GonePage.tsx';
import { useT } from './messages.ts';

export function UserGone({ backTo }: { backTo: string }) {
  const t = useT();
  return (
    <GonePage icon="users" title={t('users.goneTitle')} body={t('users.goneBody')} to={backTo} back={t('users.back')} />
  );
}
