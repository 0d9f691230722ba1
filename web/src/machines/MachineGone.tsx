import { Link } from 'react-router-dom';
import { useMay } from '../kit/profile.ts';
import { Icon } from '../kit/signs/Icon.tsx';
import { useT } from './messages.ts';

/** A machine that does not exist, or that this person does not see: the server does not tell the one from the other. */
export function MachineGone() {
  const t = useT();
  const may = useMay();
  const [to, words] = may('machines.list') ? (['/machines', 'machines.show.back'] as const) : (['/', 'machines.settings.home'] as const);
  return (
    <div className="page">
      <div className="empty">
        <Icon name="machines" size={40} />
        <div>
          <h1>{t('machines.title')}</h1>
          <p>{t('machines.show.notFound')}</p>
          <Link className="button" to={to}>
            {t(words)}
          </Link>
        </div>
      </div>
    </div>
  );
}
