import { type Same, translatorFor } from '../kit/useT.ts';

export const en = {
  demo: {
    mailbox: {
      open: 'E-mails of the demo',
      title: 'E-mails of the demo',
      lead: 'No mail server is configured: the e-mails that would have been sent are kept here, on this computer only.',
      empty: 'No e-mail yet. New ones appear here by themselves.',
      choose: 'Choose an e-mail to read it.',
      list: 'E-mails, newest first',
      to: 'To %{name}, %{address}',
      back: 'All e-mails',
      signIn: 'Sign in',
      console: 'Back to the console',
      gone: 'This console sends its e-mails: there is no mailbox to read.',
    },
  },
} as const;

export const fr: Same<typeof en> = {
  demo: {
    mailbox: {
      open: 'Les e-mails de la démo',
      title: 'Les e-mails de la démo',
      lead: 'Aucun serveur de messagerie n’est configuré : les e-mails qui auraient été envoyés sont conservés ici, sur cet ordinateur seulement.',
      empty: 'Pas encore d’e-mail. Les nouveaux e-mails apparaissent ici d’eux-mêmes.',
      choose: 'Choisissez un e-mail pour le lire.',
      list: 'E-mails, le plus récent d’abord',
      to: 'À %{name}, %{address}',
      back: 'Tous les e-mails',
      signIn: 'Se connecter',
      console: 'Retour à la console',
      gone: 'Cette console envoie ses e-mails : il n’y a pas de boîte à lire.',
    },
  },
};

export const useT = translatorFor<typeof en>();
