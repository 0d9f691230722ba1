// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { showPage } from '../../testing/showPage.tsx';
import { CreateAccountPage } from './CreateAccountPage.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

/** That of the form, and that of the page below it, in their order. */
const languages = () => screen.findAllByRole<HTMLSelectElement>('combobox', { name: /^(Language|Langue)/ });

it('GEN-02 REG-01 the language of a new account is that of the page until another is chosen', async () => {
  showPage(<CreateAccountPage />, { server: {} });
  const [ofAccount, ofPage] = (await languages()) as [HTMLSelectElement, HTMLSelectElement];
  expect(ofAccount.value).toBe('EN');
  await userEvent.selectOptions(ofPage, 'fr');
  await waitFor(() => expect(ofAccount.value).toBe('FR'));
  await userEvent.selectOptions(ofAccount, 'EN');
  await userEvent.selectOptions(ofPage, 'en');
  await userEvent.selectOptions(ofPage, 'fr');
  expect(ofAccount.value).toBe('EN');
});
