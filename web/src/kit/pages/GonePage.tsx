import { Link } from 'react-router-dom';
import { Icon, type IconName } from '../signs/Icon.tsx';
import { EmptyState } from './EmptyState.tsx';

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
      <EmptyState sign={<Icon name={icon} size={40} />} heading="h1" title={title} body={body}>
        <Link className="button" to={to}>
          {back}
        </Link>
      </EmptyState>
    </div>
  );
}
