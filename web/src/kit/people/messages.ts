import { type Same, translatorFor } from '../useT.ts';

export const en = {
  people: {
    open: 'Add',
    addTitle: 'Add users',
    search: 'Find a user',
    choose: 'Choose at least one user.',
    add: 'Add %{smart_count} user |||| Add %{smart_count} users',
    remove: 'Remove %{name}',
    removed: '%{name} is removed.',
    noneFound: 'No user has this name or address.',
    nobodyLeft: 'There is no other user.',
  },
} as const;

export const fr: Same<typeof en> = {
  people: {
    open: 'Ajouter',
    addTitle: 'Ajouter des utilisateurs',
    search: 'Trouver un utilisateur',
    choose: 'Choisissez au moins un utilisateur.',
    add: 'Ajouter %{smart_count} utilisateur |||| Ajouter %{smart_count} utilisateurs',
    remove: 'Retirer %{name}',
    removed: 'Retrait effectué : %{name}.',
    noneFound: 'Aucun utilisateur ne porte ce nom ou cette adresse.',
    nobodyLeft: 'Il n’y a pas d’autre utilisateur.',
  },
};

export const usePeopleT = translatorFor<typeof en>();
