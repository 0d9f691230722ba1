// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { OwnSessionContext } from '../kit/session/ownSession.ts';
import { showPage } from '../testing/showPage.tsx';
import { SignInPage } from './SignInPage.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Shows the sign-in page in a browser whose session begins and ends as the test says. */
function showSignIn(isInside: boolean, why: string | null = null) {
  let watcher: () => void = () => undefined;
  const own = {
    pendingStepPath: () => null,
    secondSteps: () => [],
    isInside: () => isInside,
    watch(called: () => void) {
      watcher = called;
      return () => undefined;
    },
    id: () => '',
    username: () => '',
    close: () => undefined,
    hasEnded: () => !isInside,
    whyEnded: () => why,
  };
  // At every path, as while the router is still about to leave the page.
  showPage(
    <OwnSessionContext value={own}>
      <SignInPage />
    </OwnSessionContext>,
    { server: {}, at: '/login' },
  );
  return {
    change(next: boolean) {
      isInside = next;
      act(watcher);
    },
  };
}

const form = () => screen.queryByRole('button', { name: 'Sign in' });

it('AUT-03 AUT-04 a token that is refused while the sign-in page redirects: the form is shown', () => {
  const session = showSignIn(true);
  expect(form()).toBeNull();
  session.change(false);
  expect(form()).not.toBeNull();
});

it('AUT-01 the form stays until the page has been left after a sign-in', () => {
  const session = showSignIn(false);
  session.change(true);
  expect(form()).not.toBeNull();
});

it.each([
  ['custom.auth.account_desactivated', 'This account has been deactivated by its administrator.'],
  ['custom.auth.account_ended', 'This account has ended: the date set by its administrator has passed.'],
  [null, 'Your session has ended. Sign in again to return to your page and your input.'],
])('AUD-02 GEN-11 the sign-in page says why a session has ended: %s', (why, text) => {
  showSignIn(false, why);
  expect(screen.getByText(text)).toBeTruthy();
});
