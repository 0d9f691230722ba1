import { type Same, translatorFor } from '../kit/useT.ts';

export const en = {
  app: {
    skip: 'Skip to the content',
    menu: {
      main: 'Main menu',
      open: 'Open the menu',
      home: 'Home',
      users: 'Users',
      structures: 'Structures',
      tags: 'Tags',
      programs: 'Programs',
      machines: 'Machines',
      technicians: 'Technicians',
      clients: 'Clients',
      programImages: 'Program images',
      machineImages: 'Machine images',
      softwareUpdates: 'Software updates',
    },
    live: {
      live: 'Live',
      connecting: 'Connecting',
      lost: 'No live connection',
      lostHint: 'Reconnecting. What you see may be out of date.',
    },
    language: { label: 'Language', en: 'English', fr: 'French' },
    settings: {
      label: 'Settings',
      activity: 'My activity',
      allActivity: 'All activity',
      accessReview: 'Access review',
      apiTokens: 'API tokens',
      recycleBin: 'Recycle bin',
      profile: 'My profile',
      disconnect: 'Disconnect',
    },
    theme: { label: 'Appearance', light: 'Light', dark: 'Dark', system: 'Same as the system' },
    roles: { superAdmin: 'Super admin', technician: 'Technician', clientAdmin: 'Client admin', user: 'User' },
    notices: { region: 'Notices', undo: 'Undo', close: 'Close', earlier: 'Earlier problems' },
    notGranted: { title: 'Not granted', home: 'Back to home' },
    notFound: { hint: 'The address may have been mistyped, or what was here no longer exists.' },
    crashed: {
      title: 'This page has stopped',
      body: 'Nothing that was saved is lost. Load the page again to continue.',
      reload: 'Reload',
    },
    notFetched: {
      title: 'This part of the console could not be loaded',
      body: 'Check the connection, then try again. The page continues by itself when the connection is back.',
      still: 'The server still cannot be reached. Check the connection, then try again.',
    },
  },
  ra: { message: { invalid_form: 'The form is not valid. Please check the fields that are marked.' } },
  create: { error: 'This did not work, and nothing was saved.' },
  custom: {
    commons: { errors: { not_granted: 'Sorry, you do not have the necessary rights to perform this action.' } },
    errors: {
      server: 'Server Error',
      offline: 'No connection. Nothing that you entered is lost: try again when you are connected.',
      pageNotFound: 'Page not found.',
      notFound: '404, not found.',
      unexpected: 'An unexpected error has rejected your action, we are sorry for the inconvenience.',
    },
  },
} as const;

export const fr: Same<typeof en> = {
  app: {
    skip: 'Aller au contenu',
    menu: {
      main: 'Menu principal',
      open: 'Ouvrir le menu',
      home: 'Accueil',
      users: 'Utilisateurs',
      structures: 'Structures',
      tags: 'Étiquettes',
      programs: 'Programmes',
      machines: 'Machines',
      technicians: 'Techniciens',
      clients: 'Clients',
      programImages: 'Images de programmes',
      machineImages: 'Images de machines',
      softwareUpdates: 'Mises à jour',
    },
    live: {
      live: 'En direct',
      connecting: 'Connexion',
      lost: 'Pas de connexion en direct',
      lostHint: 'Reconnexion en cours. L’affichage n’est peut-être plus à jour.',
    },
    language: { label: 'Langue', en: 'Anglais', fr: 'Français' },
    settings: {
      label: 'Réglages',
      activity: 'Mon activité',
      allActivity: 'Toute l’activité',
      accessReview: 'Revue des accès',
      apiTokens: 'Jetons d’API',
      recycleBin: 'Corbeille',
      profile: 'Mon profil',
      disconnect: 'Se déconnecter',
    },
    theme: { label: 'Apparence', light: 'Claire', dark: 'Sombre', system: 'Comme le système' },
    roles: {
      superAdmin: 'Super administrateur',
      technician: 'Technicien',
      clientAdmin: 'Administrateur client',
      user: 'Utilisateur',
    },
    notices: { region: 'Avis', undo: 'Annuler', close: 'Fermer', earlier: 'Problèmes récents' },
    notGranted: { title: 'Accès refusé', home: 'Retour à l’accueil' },
    notFound: { hint: 'L’adresse est peut-être mal saisie, ou ce qui s’y trouvait n’existe plus.' },
    crashed: {
      title: 'Cette page s’est arrêtée',
      body: 'Rien de ce qui a été enregistré n’est perdu. Rechargez la page pour continuer.',
      reload: 'Recharger',
    },
    notFetched: {
      title: 'Cette partie de la console n’a pas pu être chargée',
      body: 'Vérifiez la connexion, puis réessayez. La page reprend d’elle-même dès que la connexion revient.',
      still: 'Le serveur reste injoignable. Vérifiez la connexion, puis réessayez.',
    },
  },
  ra: { message: { invalid_form: 'Le formulaire n’est pas valide. Vérifiez les champs signalés.' } },
  create: { error: 'Cela n’a pas fonctionné, et rien n’a été enregistré.' },
  custom: {
    commons: { errors: { not_granted: 'Désolé, vous n’avez pas les droits nécessaires pour effectuer cette action.' } },
    errors: {
      server: 'Erreur du serveur',
      offline:
        'Pas de connexion. Rien de ce que vous avez saisi n’est perdu : réessayez une fois la connexion rétablie.',
      pageNotFound: 'Page introuvable.',
      notFound: '404, introuvable.',
      unexpected: 'Une erreur inattendue a empêché votre action, nous en sommes désolés.',
    },
  },
};

export const useT = translatorFor<typeof en>();
