import { type Same, translatorFor } from '../useT.ts';

export const en = {
  outages: {
    title: 'Connection losses',
    alone: 'This machine alone',
    site: '%{name}: %{smart_count} machine |||| %{name}: %{smart_count} machines',
    several: '%{smart_count} machine |||| %{smart_count} machines',
    notBack: 'not back',
    lost: '%{smart_count} not back |||| %{smart_count} not back',
    lasted: 'lasted %{span}',
    for: 'for %{span}',
  },
} as const;

export const fr: Same<typeof en> = {
  outages: {
    title: 'Pertes de connexion',
    alone: 'Cette machine seule',
    site: '%{name} : %{smart_count} machine |||| %{name} : %{smart_count} machines',
    several: '%{smart_count} machine |||| %{smart_count} machines',
    notBack: 'toujours absente',
    lost: '%{smart_count} toujours absente |||| %{smart_count} toujours absentes',
    lasted: 'a duré %{span}',
    for: 'depuis %{span}',
  },
};

export const useOutagesT = translatorFor<typeof en>();
