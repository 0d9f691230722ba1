import { useId } from 'react';

interface SwitchProps {
  isOn: boolean;
  label: string;
  hint: string;
  onChange: (isOn: boolean) => void;
}

export function Switch({ isOn, label, hint, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div>
      <label className="switch">
        <input
          type="checkbox"
          role="switch"
          aria-checked={isOn}
          aria-describedby={id}
          checked={isOn}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span className="strong">{label}</span>
      </label>
      <p id={id} className="soft">
        {hint}
      </p>
    </div>
  );
}
