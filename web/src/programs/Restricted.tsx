import { Link } from 'react-router-dom';
import { useMay } from '../kit/profile.ts';
import { StateSign } from '../kit/signs/StateSign.tsx';
import { useTitle } from '../kit/useTitle.ts';
import { useT } from './messages.ts';

/** PRG-03: a program that this person cannot see, or that is gone: the server does not tell the one from the other. */
export function Restricted() {
  const t = useT();
  const seesAll = useMay()('programs.seeUnapproved');
  const title = t(seesAll ? 'resources.programs.restricted.gone' : 'resources.programs.restricted.title');
  useTitle(title);
  return (
    <div className="page">
      <div className="empty">
        <StateSign sign="unapproved" size={28} />
        <div>
          <h1>{title}</h1>
          <p>{t(seesAll ? 'resources.programs.restricted.goneBody' : 'resources.programs.restricted.body')}</p>
          <Link className="button" to="/programs">
            {t('resources.programs.restricted.back')}
          </Link>
        </div>
      </div>
    </div>
  );
}
