import { type ReactNode, useId, useState } from 'react';
import { useKitT } from '../messages.ts';
import { Icon } from '../signs/Icon.tsx';
import './filterRow.css';

/** Filters that are always shown; on a phone behind a button that tells how many of them are active. */
export function FilterRow({ active, children }: { active: number; children: ReactNode }) {
  const t = useKitT();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="button filter-row__fold"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="filter" size={16} />
        {t('kit.filters.add')} {active > 0 && <small>{active}</small>}
      </button>
      <div id={id} className="filter-row" data-open={isOpen || undefined}>
        {children}
      </div>
    </>
  );
}
