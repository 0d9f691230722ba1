import { useListContext } from 'ra-core';
import type { ReactNode } from 'react';
import { Icon } from '../signs/Icon.tsx';
import './bulk.css';

interface BulkBarProps {
  label: string;
  counter: string;
  clear: string;
  /** Offers to select more than this page. */
  more?: ReactNode;
  children: ReactNode;
}

/** BLK-01: how much is selected, what can be done with it, and a way to let go of it. */
export function BulkBar({ label, counter, clear, more, children }: BulkBarProps) {
  const { onUnselectItems } = useListContext();
  return (
    <section className="bulk-bar" aria-label={label}>
      <strong aria-live="polite">{counter}</strong>
      {more}
      <span className="bulk-bar__gap" />
      {children}
      <button type="button" className="bulk-bar__close" aria-label={clear} onClick={() => onUnselectItems()}>
        <Icon name="close" size={16} />
      </button>
    </section>
  );
}
