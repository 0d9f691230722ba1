import type { Words } from '@fournil/contract/kit/words';

/** In a mail about an account: `%{at}` is the time of the event. */
export interface Template {
  subject: Words;
  lines: readonly Words[];
  look: Words;
  /** What follows the # of the address. */
  path: string;
}

/** AUD-03: to the organisation's administrators, independent of their switches. */
export const organisationMails = {
  organisationDeleted: {
    subject: {
      en: 'Your organisation was deleted from %{product}',
      fr: 'Votre organisation a été supprimée de %{product}',
    },
    lines: [
      {
        en: 'On %{at}, the maker deleted your organisation. None of its people can sign in any more, and its ovens no longer connect.',
        fr: 'Le %{at}, le fabricant a supprimé votre organisation. Plus personne ne peut s’y connecter, et ses fours non plus.',
      },
      {
        en: 'Everything is kept for seven days; until then the maker can restore it. If this was not agreed, write to them at once.',
        fr: 'Tout est conservé pendant sept jours ; jusque-là, le fabricant peut la restaurer. Si ce n’était pas convenu, écrivez-lui aussitôt.',
      },
    ],
    look: { en: 'Open %{product}', fr: 'Ouvrir %{product}' },
    path: '/login',
  },
  organisationRestored: {
    subject: { en: 'Your organisation is back in %{product}', fr: 'Votre organisation est de retour dans %{product}' },
    lines: [
      {
        en: 'On %{at}, the maker restored your organisation, with its people, its ovens and everything else.',
        fr: 'Le %{at}, le fabricant a restauré votre organisation, avec ses utilisateurs, ses fours et tout le reste.',
      },
    ],
    look: { en: 'Sign in', fr: 'Se connecter' },
    path: '/login',
  },
  apiTokenMade: {
    subject: { en: 'A new API token in %{product}', fr: 'Un nouveau jeton d’API dans %{product}' },
    lines: [
      {
        en: 'On %{at}, the API token “%{detail}” was created in your organisation. Whoever has it can use %{product} without signing in, within the rights that it was given.',
        fr: 'Le %{at}, le jeton d’API « %{detail} » a été créé dans votre organisation. Qui le possède peut utiliser %{product} sans se connecter, dans la limite des droits qu’il a reçus.',
      },
      {
        en: 'If nobody among you created it, revoke it at once and end your sessions.',
        fr: 'Si aucun d’entre vous ne l’a créé, révoquez-le aussitôt et fermez vos sessions.',
      },
    ],
    look: { en: 'Look at the API tokens', fr: 'Voir les jetons d’API' },
    path: '/api-tokens',
  },
  apiTokenEnds: {
    subject: { en: 'An API token ends soon', fr: 'Un jeton d’API arrive bientôt à échéance' },
    lines: [
      {
        en: 'The API token “%{detail}” ends on %{at}. After that, the program that uses it is refused.',
        fr: 'Le jeton d’API « %{detail} » prend fin le %{at}. Le programme qui l’utilise sera ensuite refusé.',
      },
      {
        en: 'If it is still needed, create another token, enter it in the program, and revoke this one.',
        fr: 'S’il sert encore, créez un autre jeton, saisissez-le dans le programme, puis révoquez celui-ci.',
      },
    ],
    look: { en: 'Look at the API tokens', fr: 'Voir les jetons d’API' },
    path: '/api-tokens',
  },
  webhookPaused: {
    subject: { en: 'A webhook was paused', fr: 'Un webhook a été suspendu' },
    lines: [
      {
        en: 'On %{at}, the webhook to %{detail} was switched off, because it had failed for days or answered that it is gone for good.',
        fr: 'Le %{at}, le webhook vers %{detail} a été désactivé : il échouait depuis des jours, ou a répondu qu’il n’existait plus.',
      },
      {
        en: 'What happens from now on is not sent to it. Its page shows what it answered; when it works again, switch it on there.',
        fr: 'Ce qui se passe désormais ne lui est plus envoyé. Sa page montre ce qu’il a répondu ; quand il fonctionnera de nouveau, réactivez-le là.',
      },
    ],
    look: { en: 'Look at the webhooks', fr: 'Voir les webhooks' },
    path: '/webhooks',
  },
} satisfies Record<string, Template>;
