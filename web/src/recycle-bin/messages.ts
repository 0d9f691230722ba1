import { type Same, translatorFor } from '../kit/useT.ts';

export const en = {
  bin: {
    title: 'Recycle bin',
    lead: 'What was deleted can be brought back for 30 days, with all that hung on it.',
    name: 'Name',
    kind: 'Kind',
    everyKind: 'Every kind',
    deleted: 'Deleted',
    deletedBy: 'by %{name}',
    ends: 'Gone for good',
    restore: 'Bring back',
    restoreOf: 'Bring %{name} back',
    restored: '%{name} is back.',
    empty: 'The bin is empty',
    emptyBody: 'Programs, machines, structures and tags that are deleted come here.',
  },
} as const;

export const fr: Same<typeof en> = {
  bin: {
    title: 'Corbeille',
    lead: 'Ce qui a été supprimé peut être restauré pendant 30 jours, avec tout ce qui en dépendait.',
    name: 'Nom',
    kind: 'Type',
    everyKind: 'Tous les types',
    deleted: 'Suppression',
    deletedBy: 'par %{name}',
    ends: 'Disparition définitive',
    restore: 'Restaurer',
    restoreOf: 'Restaurer %{name}',
    restored: '« %{name} » est de retour.',
    empty: 'La corbeille est vide',
    emptyBody: 'Les programmes, machines, structures et étiquettes supprimés arrivent ici.',
  },
};

export const useT = translatorFor<typeof en>();
