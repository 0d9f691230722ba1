import type { Words } from '@fournil/contract/kit/words';
import { organisationMails, type Template } from './organisationMails.ts';
import { signInMails } from './signInMails.ts';

/** The placeholder of the mail's token, which the table contains encrypted. */
export const secretPlace = '%SECRET%';

const notYou: Words = {
  en: 'If you did not ask for this, you need not do anything.',
  fr: 'Si vous n’avez rien demandé, il n’y a rien à faire.',
};

const notYourChange: Words = {
  en: 'If it was not you, choose a new password at once.',
  fr: 'Si ce n’était pas vous, choisissez aussitôt un nouveau mot de passe.',
};

/** The texts and links of mails about an account. */
export const accountTemplates = {
  activation: {
    subject: { en: 'Activate your %{product} account', fr: 'Activez votre compte %{product}' },
    lines: [
      {
        en: 'One step is left: open this link within %{hours} hours.',
        fr: 'Plus qu’une étape : ouvrez ce lien dans les %{hours} heures.',
      },
      notYou,
    ],
    look: { en: 'Activate my account', fr: 'Activer mon compte' },
    path: `/activate/${secretPlace}`,
  },
  invitation: {
    subject: { en: 'Your %{product} account is ready', fr: 'Votre compte %{product} est prêt' },
    lines: [
      { en: '%{detail}', fr: '%{detail}' },
      {
        en: 'One step is left: open this link within %{hours} hours and choose your password.',
        fr: 'Plus qu’une étape : ouvrez ce lien dans les %{hours} heures et choisissez votre mot de passe.',
      },
      {
        en: 'If you did not expect this, you need not do anything.',
        fr: 'Si vous ne vous y attendiez pas, il n’y a rien à faire.',
      },
    ],
    look: { en: 'Activate my account', fr: 'Activer mon compte' },
    path: `/activate/${secretPlace}`,
  },
  reset: {
    subject: { en: 'Choose a new password', fr: 'Choisissez un nouveau mot de passe' },
    lines: [
      {
        en: 'This link can be used once and is valid for one hour.',
        fr: 'Ce lien ne peut servir qu’une fois et reste valable une heure.',
      },
      notYou,
    ],
    look: { en: 'Choose a new password', fr: 'Choisir un nouveau mot de passe' },
    path: `/reset-password/${secretPlace}`,
  },
  registeredAgain: {
    subject: { en: 'You have a %{product} account already', fr: 'Vous avez déjà un compte %{product}' },
    lines: [
      {
        en: 'Somebody, perhaps you, wanted to register with this address. There is an account already; nothing was changed.',
        fr: 'Quelqu’un, peut-être vous, a voulu s’inscrire avec cette adresse. Un compte existe déjà ; rien n’a été modifié.',
      },
      {
        en: 'If you have forgotten the password, choose a new one.',
        fr: 'Si vous avez oublié le mot de passe, choisissez-en un nouveau.',
      },
    ],
    look: { en: 'Choose a new password', fr: 'Choisir un nouveau mot de passe' },
    path: '/reset',
  },
  passwordChanged: {
    subject: { en: 'Your password was changed', fr: 'Votre mot de passe a été modifié' },
    lines: [
      { en: 'On %{at}. You were signed out everywhere else.', fr: 'Le %{at}. Vos autres sessions ont pris fin.' },
      {
        en: 'If it was not you, choose a new one at once.',
        fr: 'Si ce n’était pas vous, choisissez-en un autre aussitôt.',
      },
    ],
    look: { en: 'Choose a new password', fr: 'Choisir un nouveau mot de passe' },
    path: '/reset',
  },
  email: {
    subject: { en: 'Confirm your new address', fr: 'Confirmez votre nouvelle adresse' },
    lines: [
      {
        en: 'Open this link within %{hours} hours, and you sign in to %{product} with this address from then on.',
        fr: 'Ouvrez ce lien dans les %{hours} heures : vous vous connecterez ensuite à %{product} avec cette adresse.',
      },
      notYou,
    ],
    look: { en: 'Confirm this address', fr: 'Confirmer cette adresse' },
    path: `/confirm-email/${secretPlace}`,
  },
  emailChanging: {
    subject: { en: 'Your e-mail address is about to change', fr: 'Votre adresse e-mail va changer' },
    lines: [
      {
        en: 'On %{at} a change to %{detail} was asked for. It takes effect when the link sent to that address has been opened.',
        fr: 'Le %{at}, un changement vers %{detail} a été demandé. Il prend effet quand le lien envoyé à cette adresse aura été ouvert.',
      },
      {
        en: 'If it was not you, choose a new password at once.',
        fr: 'Si ce n’était pas vous, choisissez aussitôt un nouveau mot de passe.',
      },
    ],
    look: { en: 'Choose a new password', fr: 'Choisir un nouveau mot de passe' },
    path: '/reset',
  },
  emailReplaced: {
    subject: { en: 'Your e-mail address was changed', fr: 'Votre adresse e-mail a été modifiée' },
    lines: [
      {
        en: 'On %{at} an administrator changed the address of your account to %{detail}. This address is no longer valid for it.',
        fr: 'Le %{at}, un administrateur a remplacé l’adresse de votre compte par %{detail}. La présente adresse n’est plus valable.',
      },
      {
        en: 'If you did not expect this, speak to your administrator.',
        fr: 'Si vous ne vous y attendiez pas, parlez-en à votre administrateur.',
      },
    ],
    look: { en: 'Open %{product}', fr: 'Ouvrir %{product}' },
    path: '/login',
  },
  emailBack: {
    subject: { en: 'Your e-mail address was changed', fr: 'Votre adresse e-mail a été modifiée' },
    lines: [
      {
        en: 'Since %{at} you sign in with %{detail}, and no longer with this address.',
        fr: 'Depuis le %{at}, vous vous connectez avec %{detail}, et non plus avec cette adresse.',
      },
      {
        en: 'If it was not you, undo the change within %{backHours} hours: all sessions end, and you choose a new password.',
        fr: 'Si ce n’était pas vous, annulez ce changement dans les %{backHours} heures : toutes les sessions prennent fin et vous choisissez un nouveau mot de passe.',
      },
    ],
    look: { en: 'Undo this change', fr: 'Annuler ce changement' },
    path: `/take-back-email/${secretPlace}`,
  },
  emailTakenBack: {
    subject: { en: 'This address no longer belongs to an account', fr: 'Cette adresse n’appartient plus à un compte' },
    lines: [
      {
        en: 'On %{at} the change of an account to this address was undone by the link in the mail to the former one.',
        fr: 'Le %{at}, le passage d’un compte à cette adresse a été annulé par le lien envoyé à l’ancienne.',
      },
      {
        en: 'If the account is yours and this was not you, speak to your administrator.',
        fr: 'Si ce compte est le vôtre et que ce n’était pas vous, parlez-en à votre administrateur.',
      },
    ],
    look: { en: 'Open %{product}', fr: 'Ouvrir %{product}' },
    path: '/login',
  },
  recoveryCodesRenewed: {
    subject: { en: 'You have new recovery codes', fr: 'Vous avez de nouveaux codes de secours' },
    lines: [
      {
        en: 'Ten new codes were created on %{at}. The previous ones are no longer valid.',
        fr: 'Dix nouveaux codes ont été créés le %{at}. Les précédents ne sont plus valables.',
      },
      notYourChange,
    ],
    look: { en: 'Open my profile', fr: 'Ouvrir mon profil' },
    path: '/profile',
  },
  sessionsEnded: {
    subject: { en: 'You were signed out elsewhere', fr: 'Vos autres sessions ont pris fin' },
    lines: [
      {
        en: 'On %{at} sessions of yours in other browsers were ended from your profile.',
        fr: 'Le %{at}, vos sessions dans d’autres navigateurs ont été fermées depuis votre profil.',
      },
      notYourChange,
    ],
    look: { en: 'Look at my sessions', fr: 'Voir mes sessions' },
    path: '/profile',
  },
  accountEnds: {
    subject: { en: 'Your access to %{product} ends soon', fr: 'Votre accès à %{product} prend bientôt fin' },
    lines: [
      {
        en: 'Your account ends on %{at}. After that you can no longer sign in; nothing is deleted.',
        fr: 'Votre compte prend fin le %{at}. Il ne sera plus possible de s’y connecter ensuite ; rien n’est supprimé.',
      },
      {
        en: 'If you need it for longer, speak to your administrator.',
        fr: 'Si vous en avez besoin plus longtemps, parlez-en à votre administrateur.',
      },
    ],
    look: { en: 'Open %{product}', fr: 'Ouvrir %{product}' },
    path: '/login',
  },
  accountOfOtherEnds: {
    subject: {
      en: 'An account of your organisation ends soon',
      fr: 'Un compte de votre organisation prend bientôt fin',
    },
    lines: [
      {
        en: 'The account of %{detail} ends on %{at}. After that nobody can sign in to it; nothing is deleted.',
        fr: 'Le compte de %{detail} prend fin le %{at}. Plus personne ne pourra s’y connecter ensuite ; rien n’est supprimé.',
      },
      {
        en: 'To change or remove this date, open the page of this person.',
        fr: 'Pour modifier ou supprimer cette date, ouvrez la fiche de cette personne.',
      },
    ],
    look: { en: 'Open the access review', fr: 'Ouvrir la revue des accès' },
    path: '/access-review',
  },
  ...organisationMails,
  ...signInMails,
  twoStepOn: {
    subject: { en: 'Two-step sign-in is on', fr: 'La connexion en deux étapes est activée' },
    lines: [
      {
        en: 'Since %{at} a code from your authenticator is required at sign-in.',
        fr: 'Depuis le %{at}, un code de votre application d’authentification est demandé à la connexion.',
      },
      notYourChange,
    ],
    look: { en: 'Open my profile', fr: 'Ouvrir mon profil' },
    path: '/profile',
  },
  twoStepOff: {
    subject: { en: 'Two-step sign-in is off', fr: 'La connexion en deux étapes est désactivée' },
    lines: [
      {
        en: 'Since %{at} the password alone is enough to sign in.',
        fr: 'Depuis le %{at}, le mot de passe seul suffit pour se connecter.',
      },
      notYourChange,
    ],
    look: { en: 'Open my profile', fr: 'Ouvrir mon profil' },
    path: '/profile',
  },
  passkeyAdded: {
    subject: { en: 'A passkey was added', fr: 'Une clé d’accès a été ajoutée' },
    lines: [
      {
        en: 'On %{at}. It can be used to sign in without a password.',
        fr: 'Le %{at}. Elle permet de se connecter sans mot de passe.',
      },
      notYourChange,
    ],
    look: { en: 'Open my profile', fr: 'Ouvrir mon profil' },
    path: '/profile',
  },
  passkeyRemoved: {
    subject: { en: 'A passkey was removed', fr: 'Une clé d’accès a été retirée' },
    lines: [{ en: 'On %{at}.', fr: 'Le %{at}.' }, notYourChange],
    look: { en: 'Open my profile', fr: 'Ouvrir mon profil' },
    path: '/profile',
  },
} satisfies Record<string, Template>;
