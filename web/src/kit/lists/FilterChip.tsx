import type { ReactNode } from 'react';
import { Icon } from '../signs/Icon.tsx';

interface FilterChipProps {
  label: string;
  /** The accessible name of the button that removes it. */
  remove: string;
  onRemove: () => void;
  children: ReactNode;
}

/** An active filter, with its value. */
export function FilterChip({ label, remove, onRemove, children }: FilterChipProps) {
  return (
    <span className="chip">
      {label} <strong>{children}</strong>
      <button type="button" className="chip__remove" aria-label={remove} onClick={onRemove}>
        <Icon name="close" size={12} />
      </button>
    </span>
  );
}
