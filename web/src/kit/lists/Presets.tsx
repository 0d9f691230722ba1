import type { ReactNode } from 'react';
import './presets.css';

interface PresetsProps {
  /** The accessible name. */
  label: string;
  presets: readonly { name: string; label: string; count?: ReactNode; isPressed: boolean; onPress: () => void }[];
}

/** The usual choices of a list's filters, one click each. */
export function Presets({ label, presets }: PresetsProps) {
  return (
    <fieldset className="presets" aria-label={label}>
      {presets.map(({ name, label: text, count, isPressed, onPress }) => (
        <button key={name} type="button" className="preset" aria-pressed={isPressed} onClick={onPress}>
          {text} {count !== undefined && <small>{count}</small>}
        </button>
      ))}
    </fieldset>
  );
}
