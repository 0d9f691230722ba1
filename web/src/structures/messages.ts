import { type Same, translatorFor } from '../kit/useT.ts';

export const en = {
  structures: {
    title: 'Structures',
    search: 'Find a structure',
    name: 'Name',
    path: 'In',
    machines: 'Machines',
    see: 'See the machines of %{name}',
    top: 'Top level',
    emptyTitle: 'No structure yet',
    emptyBody: 'Structures arrange your machines by site or sector, as you run them.',
  },
} as const;

export const fr: Same<typeof en> = {
  structures: {
    title: 'Structures',
    search: 'Trouver une structure',
    name: 'Nom',
    path: 'Dans',
    machines: 'Machines',
    see: 'Voir les machines de %{name}',
    top: 'Premier niveau',
    emptyTitle: 'Aucune structure',
    emptyBody: 'Les structures rangent vos machines par site ou par secteur, comme vous les pilotez.',
  },
};

export const useT = translatorFor<typeof en>();
