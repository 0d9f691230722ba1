import { type Same, translatorFor } from '../kit/useT.ts';

export const en = {
  users: {
    select: { label: 'With the selected users' },
    bulk: {
      relate: 'Relate to structures…',
      unrelate: 'Part from structures…',
      relateTitle: 'Which structures for %{smart_count} user? |||| Which structures for %{smart_count} users?',
      relateSubmit: 'Relate to %{smart_count} structure |||| Relate to %{smart_count} structures',
      unrelateTitle: 'Part %{smart_count} user from which structures? |||| Part %{smart_count} users from which structures?',
      unrelateSubmit: 'Part from %{smart_count} structure |||| Part from %{smart_count} structures',
    },
    title: 'Users',
    clients: 'Clients',
    technicians: 'Technicians',
    search: 'Name or e-mail',
    showAll: 'Show everybody',
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
    select: { label: 'Avec les utilisateurs sélectionnés' },
    bulk: {
      relate: 'Lier à des structures…',
      unrelate: 'Délier de structures…',
      relateTitle: 'Quelles structures pour %{smart_count} utilisateur ? |||| Quelles structures pour %{smart_count} utilisateurs ?',
      relateSubmit: 'Lier à %{smart_count} structure |||| Lier à %{smart_count} structures',
      unrelateTitle: 'Délier %{smart_count} utilisateur de quelles structures ? |||| Délier %{smart_count} utilisateurs de quelles structures ?',
      unrelateSubmit: 'Délier de %{smart_count} structure |||| Délier de %{smart_count} structures',
    },
    title: 'Utilisateurs',
    clients: 'Clients',
    technicians: 'Techniciens',
    search: 'Nom ou e-mail',
    showAll: 'Montrer tout le monde',
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
