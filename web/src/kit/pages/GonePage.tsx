import { Link } from 'react-router-dom';
import { Icon, type IconName } from '../signs/Icon.tsx';

interface GonePageProps {
  icon: IconName;
  title: string;
  body?: string;
  /** Where to go on, and how that is called. */
  to: string;
  back: string;
}

/** What is gone, or what this person does not see: the server does not tell the one from the other. */
export function GonePage({ icon, title, body, to, back }: GonePageProps) {
  return (
    <div className="page">
      <div className="empty">
        <Icon name={icon} size={40} />
        <div>
          <h1>{title}</h1>
          {body && <p>{body}</p>}
          <Link className="button" to={to}>
            {back}
          </Link>
        </div>
      </div>
    </div>
  );
}
