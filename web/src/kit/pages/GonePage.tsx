import { Link } from 'react-router-dom';
import { Icon, type IconName } from '../signs/Icon.tsx';
import { EmptyState } from './EmptyState.tsx';

interface GonePageProps {
  icon: IconName;
  title: string;
  body?: string;
  /** The address and name of the page to continue on. */
  to: string;
  back: string;
}

/** A record that does not exist or that this person may not see: the server gives the same answer. */
export function GonePage({ icon, title, body, to, back }: GonePageProps) {
  return (
    <div className="page">
      <EmptyState sign={<Icon name={icon} size={40} />} heading="h1" title={title} body={body}>
        <Link className="button" to={to}>
          {back}
        </Link>
      </EmptyState>
    </div>
  );
}
