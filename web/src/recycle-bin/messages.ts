import { type Same, translatorFor } from '../kit/useT.ts';

export const en = {
  bin: {
    title: 'Recycle bin',
    lead: 'Deleted items can be restored for %{days} days, with everything that belonged to them.',
    search: 'Find a deleted item',
    name: 'Name',
    kind: 'Kind',
    everyKind: 'All kinds',
    deleted: 'Deleted',
    deletedBy: 'by %{name}',
    ends: 'Deleted for good',
    restore: 'Restore',
    restoreOf: 'Restore %{name}',
    restored: '%{name} is restored.',
    empty: 'The bin is empty',
    emptyBody: 'What is deleted appears here.',
  },
} as const;

export const fr: Same<typeof en> = {
  bin: {
    title: 'Corbeille',
    lead: 'Ce qui a été supprimé peut être restauré pendant %{days} jours, avec tout ce qui en dépendait.',
    search: 'Trouver un élément supprimé',
    name: 'Nom',
    kind: 'Type',
    everyKind: 'Tous les types',
    deleted: 'Suppression',
    deletedBy: 'par %{name}',
    ends: 'Suppression définitive',
    restore: 'Restaurer',
    restoreOf: 'Restaurer %{name}',
    restored: 'Élément restauré : %{name}.',
    empty: 'La corbeille est vide',
    emptyBody: 'Les éléments supprimés apparaissent ici.',
  },
};

export const useT = translatorFor<typeof en>();
