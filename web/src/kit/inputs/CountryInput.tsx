import { countryCodes } from '@fournil/contract/accounts/countries';
import { useLocale } from 'ra-core';
import { useMemo } from 'react';
import { SelectInput } from './SelectInput.tsx';

/** REG-02: countries with their names in the reader's language, in its alphabetical order. */
export function CountryInput({ source, label }: { source: string; label: string }) {
  const locale = useLocale();
  const countries = useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: 'region' });
    return countryCodes
      .map((code) => ({ code, name: names.of(code) ?? code }))
      .sort((one, other) => one.name.localeCompare(other.name, locale));
  }, [locale]);
  return (
    <SelectInput source={source} label={label} isRequired>
      <option value="" />
      {countries.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectInput>
  );
}
