import type { ReactNode } from 'react';
import { Icon } from '../signs/Icon.tsx';
import { useNumber } from '../useT.ts';
import { useBulkT } from './messages.ts';
import type { Selected } from './useBulkSelection.ts';
import './bulk.css';

interface BulkBarProps {
  /** The accessible name of the bar. */
  label: string;
  selected: Selected;
  children: ReactNode;
}

/** BLK-01: the number of selected rows, the actions on them, and a button that clears the selection. */
export function BulkBar({ label, selected: { count, total, isAll, selectAll, clear }, children }: BulkBarProps) {
  const t = useBulkT();
  const number = useNumber();
  return (
    <section className="bulk-bar" aria-label={label}>
      <strong aria-live="polite">{t('bulk.counter', { selected: number(count), total: number(total) })}</strong>
      {!isAll && count < total && (
        <button type="button" className="bulk-bar__all" onClick={selectAll}>
          {t('bulk.all', { total: number(total) })}
        </button>
      )}
      <span className="bulk-bar__gap" />
      <div className="bulk-bar__actions">{children}</div>
      <button type="button" className="bulk-bar__close" aria-label={t('bulk.clear')} onClick={clear}>
        <Icon name="close" size={16} />
      </button>
    </section>
  );
}
