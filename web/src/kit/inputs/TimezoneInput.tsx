import { useFormState } from 'react-hook-form';
import { timezones } from '../format/timezones.ts';
import { SelectInput } from './SelectInput.tsx';

interface TimezoneInputProps {
  label: string;
  hint?: string;
  isRequired?: boolean;
  /** The text for no zone; without it, a zone has to be chosen. */
  none?: string;
}

/**
 * A timezone by its IANA name; the stored one is offered even if the browser does not know it.
 */
export function TimezoneInput({ label, hint, isRequired = false, none }: TimezoneInputProps) {
  const { defaultValues } = useFormState();
  return (
    <SelectInput source="timezone" label={label} isRequired={isRequired} {...(hint === undefined ? {} : { hint })}>
      <option value="">{none}</option>
      {timezones(defaultValues?.['timezone']).map((zone) => (
        <option key={zone} value={zone}>
          {zone}
        </option>
      ))}
    </SelectInput>
  );
}
