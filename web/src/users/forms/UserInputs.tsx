import { userLimits } from '@fournil/contract/users/user';
import type { ReactNode } from 'react';
import { CountryInput } from '../../kit/inputs/CountryInput.tsx';
import { SelectInput } from '../../kit/inputs/SelectInput.tsx';
import { TextInput } from '../../kit/inputs/TextInput.tsx';
import { TimezoneInput } from '../../kit/inputs/TimezoneInput.tsx';
import { useT } from '../messages.ts';
import '../users.css';

interface UserInputsProps {
  emailHint: string;
  /** Whether the e-mail address can be changed (USR-03). */
  isEmailFixed?: boolean;
  /** Accounts of the maker's staff have fewer fields (USR-07). */
  isShort?: boolean;
  areNamesOptional?: boolean;
  /** Shown beside the address: a password field, if one is required. */
  beside?: ReactNode;
}

/** USR-04, USR-07 */
export function UserInputs({
  emailHint,
  isEmailFixed = false,
  isShort = false,
  areNamesOptional = false,
  beside,
}: UserInputsProps) {
  const t = useT();
  return (
    <div className="user-form">
      <fieldset>
        <legend>{t('users.form.who')}</legend>
        <TextInput source="firstName" label={t('users.form.firstName')} isRequired={!areNamesOptional} />
        <TextInput source="lastName" label={t('users.form.lastName')} isRequired={!areNamesOptional} />
        <TextInput
          source="email"
          label={t('users.form.email')}
          hint={isEmailFixed ? undefined : emailHint}
          type="email"
          isDisabled={isEmailFixed}
          isRequired
        />
        {beside}
        {!isShort && (
          <>
            <TextInput source="society" label={t('users.form.society')} isRequired />
            <TextInput source="phone" label={t('users.form.phone')} type="tel" />
            <TextInput source="mobilePhone" label={t('users.form.mobilePhone')} type="tel" />
            <TextInput source="description" label={t('users.form.description')} max={userLimits.text} isLong />
          </>
        )}
      </fieldset>
      {!isShort && <Where />}
      <fieldset>
        <legend>{t('users.form.reading')}</legend>
        <SelectInput source="countryCode" label={t('users.form.language')} isRequired>
          <option value="EN">English</option>
          <option value="FR">Français</option>
        </SelectInput>
        <SelectInput source="temperatureUnitPreference" label={t('users.form.unit')} isRequired>
          <option value="C">°C</option>
          <option value="F">°F</option>
        </SelectInput>
      </fieldset>
    </div>
  );
}

function Where() {
  const t = useT();
  return (
    <fieldset>
      <legend>{t('users.form.where')}</legend>
      <TextInput source="street" label={t('users.form.street')} isRequired />
      <TextInput source="zipcode" label={t('users.form.zipcode')} />
      <TextInput source="city" label={t('users.form.city')} isRequired />
      <CountryInput source="country" label={t('users.form.country')} />
      <TimezoneInput label={t('users.form.timezone')} isRequired />
    </fieldset>
  );
}
