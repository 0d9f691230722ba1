// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { CoreAdminContext, memoryStore, TestMemoryRouter, useLocale, useTranslate } from 'ra-core';
import { afterEach, expect, it } from 'vitest';
import { dataProvider } from '../../data/index.ts';
import type { Locale } from '../session.ts';
import { messages } from './allMessages.ts';
import { registerMessages, useI18nOf } from './i18nProvider.ts';
import { withLocale } from './localeStore.ts';

afterEach(cleanup);

/** A page in English, whose other texts are there, or fail to come, when the test says so. */
function pageInEnglish() {
  const there = new Set<Locale>(['en']);
  const asked: Locale[] = [];
  const waiting: { locale: Locale; end: () => void; fail: () => void }[] = [];
  const kept = memoryStore({ locale: 'en' });
  const store = withLocale(kept, {
    hasTexts: (locale) => there.has(locale),
    tryTexts(locale) {
      asked.push(locale);
      return new Promise<void>((resolve, reject) => {
        const end = () => {
          there.add(locale);
          registerMessages({ [locale]: messages[locale] });
          resolve();
        };
        waiting.push({ locale, end, fail: () => reject(new TypeError('Failed to fetch')) });
      });
    },
  });
  let failures = 0;
  store.watchFailures(() => {
    failures += 1;
  });
  registerMessages({ en: messages.en });
  function App() {
    return (
      <CoreAdminContext dataProvider={dataProvider} i18nProvider={useI18nOf(store)} store={store}>
        <Name />
      </CoreAdminContext>
    );
  }
  render(
    <TestMemoryRouter>
      <App />
    </TestMemoryRouter>,
  );
  const next = (how: 'end' | 'fail') => act(async () => waiting.shift()?.[how]());
  return { store, kept, asked, next, failures: () => failures };
}

function Name() {
  const translate = useTranslate();
  return (
    <label lang={useLocale()}>
      {translate('kit.close')}
      <input />
    </label>
  );
}

const shown = () => [document.querySelector('label')?.lang, document.querySelector('label')?.textContent];
const english = ['en', 'Close'];
const french = ['fr', 'Fermer'];

it('GEN-02 the language changes when its texts are there, and input is kept', async () => {
  const { store, next } = pageInEnglish();
  const input = screen.getByRole<HTMLInputElement>('textbox');
  input.value = 'Levain';
  await act(async () => store.setItem('locale', 'fr'));
  expect([shown(), store.locale(), store.getItem('locale')]).toEqual([english, 'en', 'en']);
  await next('end');
  expect([shown(), store.locale(), store.getItem('locale')]).toEqual([french, 'fr', 'fr']);
  await act(async () => store.setItem('locale', 'en'));
  expect(shown()).toEqual(english);
  expect(screen.getByRole('textbox')).toBe(input);
  expect(input.value).toBe('Levain');
});

it('GEN-02 a language whose texts cannot be loaded is not shown, which is said, and it can be picked again', async () => {
  const { store, kept, asked, next, failures } = pageInEnglish();
  await act(async () => store.setItem('locale', 'fr'));
  await next('fail');
  expect([shown(), store.getItem('locale'), failures()]).toEqual([english, 'en', 1]);
  // The page is in it when it is loaded the next time.
  expect(kept.getItem('locale')).toBe('fr');
  await act(async () => store.setItem('locale', 'fr'));
  await next('end');
  expect([shown(), failures(), asked]).toEqual([french, 1, ['fr', 'fr']]);
});

it('GEN-02 of two languages picked one after the other, the last is shown', async () => {
  const { store, next, failures } = pageInEnglish();
  await act(async () => store.setItem('locale', 'fr'));
  await act(async () => store.setItem('locale', 'en'));
  await next('fail');
  expect([shown(), failures()]).toEqual([english, 0]);
  await act(async () => store.setItem('locale', 'fr'));
  await act(async () => store.setItem('locale', 'en'));
  await next('end');
  expect(shown()).toEqual(english);
});

it('GEN-02 a language picked in another tab is shown when its texts are there', async () => {
  const { kept, next } = pageInEnglish();
  await act(async () => kept.setItem('locale', 'fr'));
  expect(shown()).toEqual(english);
  await next('end');
  expect(shown()).toEqual(french);
});
