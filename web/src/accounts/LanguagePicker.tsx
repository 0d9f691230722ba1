import { useLocaleState } from 'ra-core';
import { useId } from 'react';
import { useBrowserLocale } from '../kit/format/browserLocale.ts';
import { useT } from './messages.ts';

/** GEN-02: pick a language for this browser, or go back to the browser's own. */
export function LanguagePicker() {
  const t = useT();
  const id = useId();
  const [locale, setLocale] = useLocaleState();
  const { pick, reset } = useBrowserLocale(setLocale);
  return (
    <div className="sign-in__foot">
      <label htmlFor={id}>{t('accounts.signIn.language')}</label>
      <select
        id={id}
        className="control"
        value={locale}
        onChange={(event) => pick(event.target.value === 'fr' ? 'fr' : 'en')}
      >
        <option value="en" lang="en">
          English
        </option>
        <option value="fr" lang="fr">
          Français
        </option>
      </select>
      <button type="button" className="link" onClick={reset}>
        {t('accounts.signIn.browserLanguage')}
      </button>
    </div>
  );
}
