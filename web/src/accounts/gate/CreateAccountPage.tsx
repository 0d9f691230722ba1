import { countryCodes } from '@fournil/contract/accounts/countries';
import { type RegistrationInput, registrationInput } from '@fournil/contract/accounts/registration';
import type { Language } from '@fournil/contract/kit/words';
import { Form, useNotify } from 'ra-core';
import { useEffect, useState } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import { Navigate } from 'react-router-dom';
import { UnsavedGuard } from '../../kit/forms/UnsavedGuard.tsx';
import { validateWith } from '../../kit/forms/validateWith.ts';
import { CountryInput } from '../../kit/inputs/CountryInput.tsx';
import { FormWatch } from '../../kit/inputs/FormWatch.tsx';
import { SelectInput } from '../../kit/inputs/SelectInput.tsx';
import { SubmitButton } from '../../kit/inputs/SubmitButton.tsx';
import { TextInput } from '../../kit/inputs/TextInput.tsx';
import { TimezoneInput } from '../../kit/inputs/TimezoneInput.tsx';
import { useLanguage } from '../../kit/useT.ts';
import { useT } from '../messages.ts';
import { GateFrame } from './GateFrame.tsx';
import { matching } from './matching.ts';
import { PasswordInput } from './PasswordInput.tsx';
import { Terms } from './Terms.tsx';
import { useGateCall } from './useGateCall.ts';

type Values = RegistrationInput & { again: string };
const check = validateWith(registrationInput);

/** REG-01 to REG-03 */
export function CreateAccountPage() {
  const t = useT();
  const notify = useNotify();
  const [registered, setRegistered] = useState('');
  const [isDirty, setDirty] = useState(false);
  const { send, isSending, violations } = useGateCall<RegistrationInput>(
    '/register',
    t('custom.auth.create_account_error'),
    ({ email }) => {
      notify(t('accounts.gate.create.sent', { email }), { type: 'success' });
      setRegistered(email);
    },
  );
  const language = useLanguage();
  const [atFirst] = useState(() => firstValues(language));
  const title = t('accounts.gate.create.title');
  if (registered) return <Navigate to="/login" state={{ registered }} replace />;
  const field = (name: 'lastName' | 'firstName' | 'society' | 'street' | 'zipcode' | 'city', autoComplete: string) => (
    <TextInput source={name} label={t(`accounts.gate.fields.${name}`)} autoComplete={autoComplete} isRequired />
  );
  return (
    <GateFrame title={title} lead={t('accounts.gate.create.lead')}>
      <Form
        noValidate
        defaultValues={atFirst}
        validate={({ again, ...values }: Partial<Values>) =>
          matching(check(values), values.password, again, 'password')
        }
        onSubmit={({ again: _, ...values }: Partial<Values>) => send(values as RegistrationInput)}
      >
        <PageLanguage />
        <FormWatch onDirty={setDirty} violations={violations} />
        <fieldset>
          <legend>{t('accounts.gate.create.you')}</legend>
          <TextInput
            source="email"
            label={t('accounts.gate.fields.email')}
            type="email"
            autoComplete="username"
            isRequired
          />
          <PasswordInput
            source="password"
            label={t('accounts.gate.fields.password')}
            hint={t('accounts.gate.hint')}
            autoComplete="new-password"
          />
          <PasswordInput source="again" label={t('accounts.gate.again')} autoComplete="new-password" />
          <div className="gate__pair">
            {field('firstName', 'given-name')}
            {field('lastName', 'family-name')}
          </div>
        </fieldset>
        <fieldset>
          <legend>{t('accounts.gate.create.address')}</legend>
          {field('society', 'organization')}
          {field('street', 'street-address')}
          <div className="gate__pair">
            {field('zipcode', 'postal-code')}
            {field('city', 'address-level2')}
          </div>
          <CountryInput source="country" label={t('accounts.gate.fields.country')} />
          <TimezoneInput label={t('accounts.gate.fields.timezone')} isRequired />
        </fieldset>
        <fieldset>
          <legend>{t('accounts.gate.create.preferences')}</legend>
          <div className="gate__pair">
            <SelectInput source="countryCode" label={t('accounts.gate.fields.language')} isRequired>
              <option value="EN">English</option>
              <option value="FR">Français</option>
            </SelectInput>
            <SelectInput source="temperatureUnitPreference" label={t('accounts.gate.fields.unit')} isRequired>
              <option value="C">°C</option>
              <option value="F">°F</option>
            </SelectInput>
          </div>
        </fieldset>
        <Terms />
        <SubmitButton isBusy={isSending} isTall>
          {t('accounts.gate.create.submit')}
        </SubmitButton>
      </Form>
      <UnsavedGuard isDirty={isDirty} />
    </GateFrame>
  );
}

/** The account's language is that of the page, also when it changes, until another is chosen in the form. */
function PageLanguage() {
  const language = useLanguage();
  const { resetField } = useFormContext<Values>();
  const isChosen = useFormState<Values>().dirtyFields.countryCode;
  useEffect(() => {
    if (!isChosen) resetField('countryCode', { defaultValue: language });
  }, [language, isChosen, resetField]);
  return null;
}

/** REG-01, REG-02: the defaults: country and timezone of the browser, the language of the page, the unit as specified. */
function firstValues(countryCode: Language) {
  const region = navigator.languages
    .map((one) => new Intl.Locale(one).maximize().region)
    .find((one) => one && countryCodes.includes(one));
  return {
    email: '',
    password: '',
    again: '',
    firstName: '',
    lastName: '',
    society: '',
    street: '',
    zipcode: '',
    city: '',
    country: region ?? '',
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    countryCode,
    temperatureUnitPreference: 'C' as const,
  };
}
