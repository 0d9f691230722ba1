import { type Same, translatorFor } from '../kit/useT.ts';

export const en = {
  demo: {
    mailbox: {
      open: 'Mails of the demo',
      title: 'Mails of the demo',
      lead: 'No mail server is set: what would have been sent lies here, and only on this machine.',
      empty: 'No mail yet. It appears here by itself.',
      choose: 'Choose a mail to read it.',
      list: 'Mails, newest first',
      to: 'To %{name}, %{address}',
      back: 'All mails',
      signIn: 'Sign in',
      console: 'Back to the console',
      gone: 'This console sends its mails: there is no mailbox to read.',
    },
  },
} as const;

export const fr: Same<typeof en> = {
  demo: {
    mailbox: {
      open: 'Les e-mails de la démo',
      title: 'Les e-mails de la démo',
      lead: 'Aucun serveur de messagerie n’est réglé : ce qui aurait été envoyé se trouve ici, et seulement sur cette machine.',
      empty: 'Pas encore d’e-mail. Il apparaîtra ici de lui-même.',
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
