import { type Pages, page } from '../kit/pages/page.ts';

export const accountPages: Pages = {
  '/create-account': page(() => import('./gate/CreateAccountPage.tsx'), 'CreateAccountPage', {
    outside: 'everybody',
  }),
  '/activate/:token': page(() => import('./gate/ActivatePage.tsx'), 'ActivatePage', { outside: 'everybody' }),
  '/reset': page(() => import('./gate/ResetPage.tsx'), 'ResetPage', { outside: 'everybody' }),
  '/reset-password/:token': page(() => import('./gate/ResetPasswordPage.tsx'), 'ResetPasswordPage', {
    outside: 'everybody',
  }),
  '/confirm-email/:token': page(() => import('./gate/ConfirmEmailPage.tsx'), 'ConfirmEmailPage', {
    outside: 'everybody',
  }),
  '/take-back-email/:token': page(() => import('./gate/TakeBackEmailPage.tsx'), 'TakeBackEmailPage', {
    outside: 'everybody',
  }),
  '/token-verification/:token': page(() => import('./gate/VerifyPage.tsx'), 'VerifyPage', { outside: 'everybody' }),
  '/authenticate': page(() => import('./gate/AuthenticatePage.tsx'), 'AuthenticatePage', { outside: 'secondStep' }),
  '/choose-password': page(() => import('./gate/ChoosePasswordPage.tsx'), 'ChoosePasswordPage', {
    outside: 'secondStep',
  }),
  '/set-up-second-step': page(() => import('./gate/SetUpSecondStepPage.tsx'), 'SetUpSecondStepPage', {
    outside: 'secondStep',
  }),
  '/change-password': page(() => import('./gate/ChangePasswordPage.tsx'), 'ChangePasswordPage'),
  '/profile': page(() => import('./profile/ProfilePage.tsx'), 'ProfilePage'),
  '/profile/edit': page(() => import('./profile/ProfileEdit.tsx'), 'ProfileEdit'),
};
