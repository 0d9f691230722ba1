import { Link } from 'react-router-dom';
import { Icon } from '../kit/signs/Icon.tsx';
import { useT } from './messages.ts';

export function UserGone({ backTo }: { backTo: string }) {
  const t = useT();
  return (
    <div className="page">
      <div className="empty">
        <Icon name="users" size={40} />
        <div>
          <h1>{t('users.goneTitle')}</h1>
          <p>{t('users.goneBody')}</p>
          <Link className="button" to={backTo}>
            {t('users.back')}
          </Link>
        </div>
      </div>
    </div>
  );
}
