import { say } from '@fournil/contract/kit/words';
import { machineCategories, machineCategoryCodes } from '@fournil/contract/machines/catalogue';
import { useId } from 'react';
import { FieldFrame } from '../kit/inputs/FieldFrame.tsx';
import { useLanguage } from '../kit/useT.ts';
import { useModels } from '../models/index.ts';

interface LibraryFieldProps {
  label: string;
  hint?: string | undefined;
  value: string;
  max: number;
  error?: string | undefined;
  offersCodes?: boolean;
  isRequired?: boolean;
  isDisabled?: boolean;
  onChange: (text: string) => void;
}

/** A line of text outside the forms of a record; `offersCodes` proposes the maker’s models and categories. */
export function LibraryField({
  label,
  hint,
  value,
  max,
  error,
  offersCodes = false,
  isRequired = false,
  isDisabled = false,
  onChange,
}: LibraryFieldProps) {
  const id = useId();
  const codes = useId();
  const language = useLanguage();
  const models = useModels();
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} count={value.length} max={max} isRequired={isRequired}>
      <input
        id={id}
        className="control"
        value={value}
        maxLength={max}
        disabled={isDisabled}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-foot`}
        aria-required={isRequired}
        autoComplete="off"
        {...(offersCodes ? { list: codes } : {})}
        onChange={(event) => onChange(event.target.value)}
      />
      {offersCodes && (
        <datalist id={codes}>
          {models.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
          {machineCategoryCodes.map((code) => (
            <option key={code} value={code}>
              {say(machineCategories[code].name, language)}
            </option>
          ))}
        </datalist>
      )}
    </FieldFrame>
  );
}
