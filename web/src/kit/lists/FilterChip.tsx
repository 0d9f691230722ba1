import type { ReactNode } from 'react';
import { Icon } from '../signs/Icon.tsx';

interface FilterChipProps {
  label: string;
  /** What the button that takes it away is called. */
  remove: string;
  onRemove: () => void;
  children: ReactNode;
}

/** A filter in force, with its value. */
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
