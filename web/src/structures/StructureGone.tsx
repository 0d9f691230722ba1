import { Link } from 'react-router-dom';
import { Icon } from '../kit/signs/Icon.tsx';
import { useT } from './messages.ts';

/** A structure that is gone, or that this person does not see: the server does not tell the one from the other. */
export function StructureGone() {
  const t = useT();
  return (
    <div className="page">
      <div className="empty">
        <Icon name="structures" size={40} />
        <div>
          <h1>{t('structures.goneTitle')}</h1>
          <p>{t('structures.goneBody')}</p>
          <Link className="button" to="/structures">
            {t('structures.back')}
          </Link>
        </div>
      </div>
    </div>
  );
}
