// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { CoreAdminContext, memoryStore, TestMemoryRouter, useTranslate } from 'ra-core';
import { Suspense } from 'react';
import { afterEach, it } from 'vitest';
import { dataProvider } from '../../data/index.ts';
import { AllWords } from './AllWords.tsx';
import { useI18nOf } from './i18nProvider.ts';
import { withLocale } from './localeStore.ts';

afterEach(cleanup);

it('GEN-02 the sign-in page is in the picked language at once, the others when all texts of that one are there', async () => {
  const store = withLocale(memoryStore({ locale: 'en' }));
  function App({ isInside }: { isInside: boolean }) {
    return (
      <TestMemoryRouter>
        <CoreAdminContext dataProvider={dataProvider} i18nProvider={useI18nOf(store)} store={store}>
          {isInside ? (
            <Suspense fallback="Waiting">
              <AllWords>
                <Text of="kit.close" />
              </AllWords>
            </Suspense>
          ) : (
            <Text of="accounts.signIn.submit" />
          )}
        </CoreAdminContext>
      </TestMemoryRouter>
    );
  }
  const { rerender } = render(<App isInside={false} />);
  await screen.findByText('Sign in');
  await act(async () => store.setItem('locale', 'fr'));
  await screen.findByText('Se connecter');
  await act(async () => rerender(<App isInside />));
  await screen.findByText('Fermer');
  await act(async () => store.setItem('locale', 'en'));
  await screen.findByText('Close');
});

function Text({ of }: { of: string }) {
  return <p>{useTranslate()(of)}</p>;
}
