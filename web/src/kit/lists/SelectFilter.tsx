interface SelectFilterProps {
  /** The accessible name. */
  label: string;
  /** The text while none is chosen. */
  every: string;
  choices: readonly { value: string; label: string }[];
  value: unknown;
  /** Empty for every. */
  onChoose: (value: string) => void;
  className?: string;
}

/** A filter by one of a few values. */
export function SelectFilter({ label, every, choices, value, onChoose, className = '' }: SelectFilterProps) {
  return (
    <select
      className={`control ${className}`}
      aria-label={label}
      value={value === undefined ? '' : String(value)}
      onChange={(event) => onChoose(event.target.value)}
    >
      <option value="">{every}</option>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}
