import { dateDisplay } from '@fournil/contract/kit/zones';
import { useInput } from 'ra-core';
import { useId } from 'react';
import { FieldFrame } from '../../kit/inputs/FieldFrame.tsx';
import { SelectInput } from '../../kit/inputs/SelectInput.tsx';
import { TimezoneInput } from '../../kit/inputs/TimezoneInput.tsx';
import { dateDisplayText } from './dateDisplayText.ts';
import { useProfileT } from './messages.ts';

/** Inputs for the preferences of units, dates and times. */
export function DisplayPreferenceInputs() {
  const t = useProfileT();
  return (
    <>
      <div className="profile-form__pair">
        <SelectInput source="temperatureUnitPreference" label={t('profile.fields.unit')} isRequired>
          <option value="C">{t('profile.celsius')}</option>
          <option value="F">{t('profile.fahrenheit')}</option>
        </SelectInput>
        <DateDisplayInput />
      </div>
      <TimezoneInput label={t('profile.fields.timezone')} isRequired />
    </>
  );
}

/** Sent as a number. */
function DateDisplayInput() {
  const t = useProfileT();
  const id = useId();
  const { field, fieldState } = useInput({ source: 'displayDatePreference', format: String, parse: Number });
  return (
    <FieldFrame id={id} label={t('profile.fields.dates')} error={fieldState.error?.message} isRequired>
      <select
        {...field}
        id={id}
        className="control"
        aria-invalid={fieldState.invalid}
        aria-describedby={`${id}-foot`}
        aria-required
      >
        {Object.values(dateDisplay).map((display) => (
          <option key={display} value={display}>
            {t(dateDisplayText[display])}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
