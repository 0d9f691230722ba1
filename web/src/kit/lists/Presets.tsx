import type { ReactNode } from 'react';
import './presets.css';

interface PresetsProps {
  presets: readonly { name: string; label: string; count?: ReactNode; isPressed: boolean; onPress: () => void }[];
}

/** The usual choices of a list's filters, one click each. */
export function Presets({ presets }: PresetsProps) {
  return (
    <div className="presets">
      {presets.map(({ name, label, count, isPressed, onPress }) => (
        <button key={name} type="button" className="preset" aria-pressed={isPressed} onClick={onPress}>
          {label} {count !== undefined && <small>{count}</small>}
        </button>
      ))}
    </div>
  );
}
