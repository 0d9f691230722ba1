// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { CoreAdminContext, memoryStore, TestMemoryRouter, type TranslationMessages } from 'ra-core';
import polyglotI18nProvider from 'ra-i18n-polyglot';
import { afterEach, expect, it } from 'vitest';
import { PasskeySignIn } from '../../accounts/PasskeySignIn.tsx';
import { SignInPage } from '../../accounts/SignInPage.tsx';
import { dataProvider } from '../../data/index.ts';
import { en, fr } from './gateMessages.ts';
import { treeOf } from './tree.ts';

afterEach(cleanup);

it.each(['en', 'fr'] as const)('the sign-in page has each of its texts before the others are loaded (%s)', (locale) => {
  const missing: string[] = [];
  const texts = treeOf(locale, { en, fr }[locale]) as unknown as TranslationMessages;
  const i18nProvider = polyglotI18nProvider(() => texts, locale, [], {
    onMissingKey: (key: string) => {
      missing.push(key);
      return key;
    },
  });
  const { getByRole } = render(
    <TestMemoryRouter>
      <CoreAdminContext dataProvider={dataProvider} i18nProvider={i18nProvider} store={memoryStore()}>
        <SignInPage />
        {/* Shown only where the browser supports passkeys, which this test's browser does not. */}
        <PasskeySignIn />
      </CoreAdminContext>
    </TestMemoryRouter>,
  );
  expect(getByRole('heading').textContent).not.toBe('');
  expect(missing).toEqual([]);
});
