import { type Same, translatorFor } from '../kit/useT.ts';

export const en = {
  history: {
    title: 'My activity',
    lead: 'What you did, newest first.',
    all: {
      title: 'All activity',
      lead: 'What people and machines did in your organisation, and what they were refused. No entry can be changed or deleted.',
      ofMaker:
        'What was done and refused in every organisation and by the maker’s own staff. No entry can be changed or deleted.',
    },
    forget: {
      open: 'Remove personal data',
      title: 'Remove the personal data of %{name}?',
      text: 'A number replaces the name in every entry, for good. Addresses, browsers and the values of the account are deleted. What was done, and when, is kept.',
      done: 'The personal data has been removed.',
    },
  },
} as const;

export const fr: Same<typeof en> = {
  history: {
    title: 'Mon activité',
    lead: 'Ce que vous avez fait, le plus récent d’abord.',
    all: {
      title: 'Toute l’activité',
      lead: 'Ce qui a été fait dans votre organisation, par les personnes et les machines, et ce qui leur a été refusé. Aucune entrée ne peut être modifiée ni supprimée.',
      ofMaker:
        'Ce qui a été fait et refusé dans toutes les organisations et par le personnel du fabricant. Aucune entrée ne peut être modifiée ni supprimée.',
    },
    forget: {
      open: 'Effacer les données personnelles',
      title: 'Effacer les données personnelles de %{name} ?',
      text: 'Un numéro remplace le nom dans chaque entrée, définitivement. Les adresses, les navigateurs et les valeurs du compte sont supprimés. Ce qui a été fait, et quand, est conservé.',
      done: 'Les données personnelles ont été effacées.',
    },
  },
};

export const useT = translatorFor<typeof en>();
