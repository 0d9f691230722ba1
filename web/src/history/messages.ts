import { type Same, translatorFor } from '../kit/useT.ts';

export const en = {
  history: {
    title: 'My activity',
    lead: 'What you did, newest first.',
    all: {
      title: 'All activity',
      lead: 'What people and machines did in your organisation, and what they were refused. Nothing here can be changed or deleted.',
      ofMaker:
        'What was done and refused in every organisation and by the maker’s own staff. Nothing here can be changed or deleted.',
    },
    forget: {
      open: 'Remove personal data',
      title: 'Remove the personal data of %{name}?',
      text: 'A number takes the place of the name in every line, for good. Addresses, browsers and the values of their account go. What was done, and when, stays.',
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
      lead: 'Ce qui a été fait dans votre organisation, par les personnes et les machines, et ce qui leur a été refusé. Rien ici ne peut être modifié ni supprimé.',
      ofMaker:
        'Ce qui a été fait et refusé dans toutes les organisations et par le personnel du fabricant. Rien ici ne peut être modifié ni supprimé.',
    },
    forget: {
      open: 'Effacer les données personnelles',
      title: 'Effacer les données personnelles de %{name} ?',
      text: 'Un numéro remplace le nom sur chaque ligne, définitivement. Les adresses, les navigateurs et les valeurs du compte disparaissent. Ce qui a été fait, et quand, demeure.',
      done: 'Les données personnelles ont été effacées.',
    },
  },
};

export const useT = translatorFor<typeof en>();
