import type { Action } from '@fournil/contract/rights/policy';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { May } from '../session/May.tsx';
import { Icon } from '../signs/Icon.tsx';

interface CreateLinkProps {
  act: Action;
  to: string;
  /** It is the main action of the page. */
  isMain?: boolean;
  children: ReactNode;
}

/** Leads a reader with the right to the page that creates a record. */
export function CreateLink({ act, to, isMain = false, children }: CreateLinkProps) {
  return (
    <May act={act}>
      <Link className={isMain ? 'button button--main' : 'button'} to={to}>
        <Icon name="plus" />
        {children}
      </Link>
    </May>
  );
}
