import { capitalised, type Entity } from '@fournil/contract/entities';
import { say } from '@fournil/contract/kit/words';
import { resources } from '@fournil/contract/resources';
import { Link } from 'react-router-dom';
import { useKitT } from '../messages.ts';
import { Icon } from '../signs/Icon.tsx';
import { useLanguage } from '../useT.ts';
import { EmptyState } from './EmptyState.tsx';

interface GonePageProps {
  of: Entity;
  title?: string;
  /** The address and name of the page to continue on, where it is not the list of these records. */
  to?: string;
  back?: string;
}

/** A record that does not exist or that this person may not see: the server gives the same answer. */
export function GonePage({ of, title, to = listOf(of), back }: GonePageProps) {
  const t = useKitT();
  const language = useLanguage();
  const { one, many } = resources[of];
  return (
    <div className="page">
      <EmptyState
        sign={<Icon name="search" size={40} />}
        heading="h1"
        title={title ?? t('kit.gone.title', { name: say(capitalised(one), language) })}
        body={t('kit.gone.body')}
      >
        <Link className="button" to={to}>
          {back ?? t('kit.gone.back', { names: say(many, language) })}
        </Link>
      </EmptyState>
    </div>
  );
}

function listOf(entity: Entity): string {
  return `/${resources[entity].path?.replaceAll('_', '-') ?? ''}`;
}
