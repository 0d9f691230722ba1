import { type Same, translatorFor } from '../kit/useT.ts';

export const en = {
  tags: {
    title: 'Tags',
    search: 'Find a tag',
    name: 'Name',
    description: 'Description',
    programs: 'Programs',
    createdAt: 'Created',
    create: 'Create a tag',
    createFirst: 'Create the first tag',
    created: 'The tag %{name} is created.',
    see: 'See the programs with %{name}',
    emptyTitle: 'No tag yet',
    emptyBody: 'Tags gather programs across categories: summer, Christmas, no milk.',
  },
} as const;

export const fr: Same<typeof en> = {
  tags: {
    title: 'Étiquettes',
    search: 'Trouver une étiquette',
    name: 'Nom',
    description: 'Description',
    programs: 'Programmes',
    createdAt: 'Créée',
    create: 'Créer une étiquette',
    createFirst: 'Créer la première étiquette',
    created: 'L’étiquette %{name} est créée.',
    see: 'Voir les programmes avec %{name}',
    emptyTitle: 'Aucune étiquette',
    emptyBody: 'Les étiquettes rassemblent des programmes de toutes catégories : été, Noël, sans lait.',
  },
};

export const useT = translatorFor<typeof en>();
