import { liveWords } from './liveWords.ts';
import type { Room } from './room.ts';

/** The calls about people, their accounts, and the maker’s own work. */
export const roomsOfPeople: readonly Room[] = [
  {
    tag: 'People',
    says: 'The users of an organisation, their rights, and the maker’s clients and technicians.',
    calls: {},
  },
  {
    tag: 'API tokens',
    says: 'Tokens for programs of the organisation.',
    calls: {},
  },
  {
    tag: 'Webhooks',
    says: 'Addresses of the organisation that are called when something happens, and what was sent to them.',
    calls: {},
  },
  {
    tag: 'Clients',
    says: 'The maker’s work: clients, technicians, and what clients share with support.',
    calls: {},
  },
  {
    tag: 'Account',
    says: 'Signing in, the second step, and the caller’s own profile and sessions.',
    calls: {
      'POST /login': ['signIn', 'Sign in with a password'],
      'POST /login/passkey/options': ['getPasskeySignInOptions', 'Begin signing in with a passkey'],
      'POST /login/passkey': ['signInWithPasskey', 'Sign in with a passkey'],
      'POST /logout': ['signOut', 'Sign out'],
      'POST /two-factor-auth': ['checkSecondStep', 'Give the second step of a sign-in'],
      'POST /users/:me/two-factor-auth': ['prepareSecondStep', 'Begin to set up the second step'],
      'POST /users/:me/two-factor-auth/confirm': ['confirmSecondStep', 'Confirm the second step with a code'],
      'PUT /users/:me/two-factor-auth': ['endSecondStep', 'Switch the second step off'],
      'POST /users/:me/two-factor-auth/recovery-codes': ['renewRecoveryCodes', 'Renew the recovery codes'],
      'GET /passkeys': ['listPasskeys', 'List the caller’s passkeys'],
      'POST /passkeys/options': ['getPasskeyOptions', 'Begin to add a passkey'],
      'POST /passkeys': ['addPasskey', 'Add a passkey'],
      'DELETE /passkeys/:passkey': ['deletePasskey', 'Delete a passkey'],
      'POST /sessions/token': ['renewToken', 'Get a new token for the present session'],
      'GET /sessions': ['listSessions', 'List the caller’s sessions'],
      'DELETE /sessions/:id': ['endSession', 'End one of the caller’s sessions'],
      'DELETE /sessions': ['endOtherSessions', 'End the caller’s other sessions'],
      'POST /profile/proof': ['proveIdentity', 'Prove the caller’s identity again'],
      'POST /profile/proof/options': ['getProofOptions', 'Begin to prove the caller’s identity with a passkey'],
      'PUT /profile': ['updateProfile', 'Change the caller’s profile'],
      'PATCH /profile': ['patchProfile', 'Change the caller’s profile (JSON merge patch)'],
      'DELETE /profile/pending-email': ['cancelEmailChange', 'Cancel the change of the caller’s address'],
      'POST /profile/pending-email/again': ['resendEmailChange', 'Send the mail to the new address again'],
      'POST /confirm-email': ['confirmEmail', 'Confirm a new address'],
      'POST /take-back-email': ['takeBackEmail', 'Take back a change of address'],
      'POST /register': ['register', 'Register a new organisation'],
      'POST /register/resend': ['resendActivation', 'Send the activation mail again'],
      'POST /activate': ['activateAccount', 'Activate an account'],
      'POST /reset': ['requestPasswordReset', 'Ask for a link for a new password'],
      'POST /token/verify': ['verifyToken', 'Check the token of a link'],
      'POST /change-password': ['changePassword', 'Set a new password'],
      'GET /live': ['followChanges', 'Follow changes as server-sent events', liveWords],
    },
  },
  {
    tag: 'Pictures',
    says: 'The maker’s libraries of pictures, and portraits.',
    calls: {},
  },
];
