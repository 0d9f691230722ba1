import { type Same, translatorFor } from '../kit/useT.ts';

export const en = {
  users: {
    title: 'Users',
    clients: 'Clients',
    technicians: 'Technicians',
    search: 'Name or e-mail',
    name: 'Name',
    email: 'E-mail',
    society: 'Company',
    structures: 'Structures',
    state: 'State',
    active: 'Active',
    inactive: 'Disabled',
    notVerified: 'Not activated yet',
    twoStep: 'Two-step',
    twoStepOn: 'Two-step sign-in is on',
    emptyTitle: 'Nobody here yet',
    emptyBody: 'People appear here once they have an account.',
  },
} as const;

export const fr: Same<typeof en> = {
  users: {
    title: 'Utilisateurs',
    clients: 'Clients',
    technicians: 'Techniciens',
    search: 'Nom ou e-mail',
    name: 'Nom',
    email: 'E-mail',
    society: 'Société',
    structures: 'Structures',
    state: 'État',
    active: 'Actif',
    inactive: 'Désactivé',
    notVerified: 'Pas encore activé',
    twoStep: 'Deux étapes',
    twoStepOn: 'La connexion en deux étapes est active',
    emptyTitle: 'Personne pour l’instant',
    emptyBody: 'Les personnes apparaissent ici dès qu’elles ont un compte.',
  },
};

export const useT = translatorFor<typeof en>();
