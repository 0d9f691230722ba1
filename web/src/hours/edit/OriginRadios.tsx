interface OriginRadiosProps {
  name: string;
  isOwn: boolean;
  inherited: string;
  own: string;
  onChange: (isOwn: boolean) => void;
}

/** Whether a structure has something of its own, or what the structures above have. */
export function OriginRadios({ name, isOwn, inherited, own, onChange }: OriginRadiosProps) {
  return (
    <div className="radios">
      {[false, true].map((one) => (
        <label key={String(one)}>
          <input type="radio" name={`origin-${name}`} checked={isOwn === one} onChange={() => onChange(one)} />
          {one ? own : inherited}
        </label>
      ))}
    </div>
  );
}
