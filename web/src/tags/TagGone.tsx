import { Link } from 'react-router-dom';
import { Icon } from '../kit/signs/Icon.tsx';
import { useT } from './messages.ts';

export function TagGone() {
  const t = useT();
  return (
    <div className="page">
      <div className="empty">
        <Icon name="tags" size={40} />
        <div>
          <h1>{t('tags.goneTitle')}</h1>
          <p>{t('tags.goneBody')}</p>
          <Link className="button" to="/tags">
            {t('tags.back')}
          </Link>
        </div>
      </div>
    </div>
  );
}
