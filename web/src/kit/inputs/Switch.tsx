import { type ReactNode, type Ref, useId } from 'react';

interface SwitchProps {
  label: ReactNode;
  isOn: boolean;
  isDisabled?: boolean;
  /** Below it, and read out with it. */
  hint?: ReactNode;
  /** It counts when its form is saved: a checkbox for assistive technology, where a switch acts at once. */
  isChoice?: boolean;
  name?: string;
  inputRef?: Ref<HTMLInputElement>;
  onChange: (isOn: boolean) => void;
  onBlur?: () => void;
}

/** Something that is on or off. */
export function Switch({
  label,
  isOn,
  isDisabled = false,
  hint,
  isChoice = false,
  name,
  inputRef,
  onChange,
  onBlur,
}: SwitchProps) {
  const id = useId();
  const control = (
    <label className="switch">
      <input
        ref={inputRef}
        type="checkbox"
        {...(isChoice ? {} : { role: 'switch', 'aria-checked': isOn })}
        aria-describedby={hint ? id : undefined}
        name={name}
        checked={isOn}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
        onBlur={onBlur}
      />
      {hint ? <span className="strong">{label}</span> : label}
    </label>
  );
  if (!hint) return control;
  return (
    <div>
      {control}
      <p id={id} className="switch__hint soft">
        {hint}
      </p>
    </div>
  );
}
