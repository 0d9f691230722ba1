import { useId } from 'react';
import { PickControl } from '../inputs/PickControl.tsx';
import { usePickStructure } from './usePickStructure.tsx';

interface StructureFilterProps {
  label: string;
  /** The text while none is chosen. */
  every: string;
  value: string;
  onChange: (value: string) => void;
}

/** The filter of a list by structure. */
export function StructureFilter({ label, every, value, onChange }: StructureFilterProps) {
  const pick = usePickStructure(value || null);
  return (
    <PickControl
      {...pick}
      id={useId()}
      label={label}
      placeholder={every}
      value={value || null}
      onChange={(next) => onChange(next ?? '')}
      aria={{ 'aria-label': label }}
    />
  );
}
