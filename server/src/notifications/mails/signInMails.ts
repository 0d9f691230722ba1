import type { Template } from './organisationMails.ts';

/** SEC-01, AUT-05: to the owner of the account, about sign-ins and tries of others. */
export const signInMails = {
  guessed: {
    subject: { en: 'Somebody keeps trying to sign in as you', fr: 'Quelqu’un essaie de se connecter en votre nom' },
    lines: [
      {
        en: 'There were many failed attempts up to %{at}. Further attempts are refused for a while; none of them succeeded.',
        fr: 'Il y a eu de nombreuses tentatives infructueuses jusqu’au %{at}. D’autres sont refusées pour un moment ; aucune n’a réussi.',
      },
      {
        en: 'If it was not you, a long password and two-step sign-in protect your account.',
        fr: 'Si ce n’était pas vous, un long mot de passe et la connexion en deux étapes protègent votre compte.',
      },
    ],
    look: { en: 'Open my profile', fr: 'Ouvrir mon profil' },
    path: '/profile',
  },
  proofsFailed: {
    subject: { en: 'Wrong passwords in one of your sessions', fr: 'Mots de passe erronés dans l’une de vos sessions' },
    lines: [
      {
        en: 'In a session that is open in your name, wrong passwords were entered many times up to %{at}, where the password confirms that it is you. None was right.',
        fr: 'Dans une session ouverte à votre nom, des mots de passe erronés ont été saisis de nombreuses fois jusqu’au %{at}, là où le mot de passe confirme que c’est bien vous. Aucun n’était le bon.',
      },
      {
        en: 'If it was not you, end your sessions in your profile and choose a new password.',
        fr: 'Si ce n’était pas vous, fermez vos sessions dans votre profil et choisissez un nouveau mot de passe.',
      },
    ],
    look: { en: 'Look at my sessions', fr: 'Voir mes sessions' },
    path: '/profile',
  },
  newSignIn: {
    subject: { en: 'New sign-in to %{product}', fr: 'Nouvelle connexion à %{product}' },
    lines: [
      { en: 'On %{at}, from %{detail}.', fr: 'Le %{at}, depuis %{detail}.' },
      {
        en: 'If it was not you, end this session in your profile and choose a new password.',
        fr: 'Si ce n’était pas vous, fermez cette session dans votre profil et choisissez un nouveau mot de passe.',
      },
    ],
    look: { en: 'Look at my sessions', fr: 'Voir mes sessions' },
    path: '/profile',
  },
} satisfies Record<string, Template>;
