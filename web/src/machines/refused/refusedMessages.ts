import type { Same } from '../../kit/useT.ts';

export const en = {
  refused: {
    title: 'Refused messages',
    none: 'Everything that this machine has sent in the last 30 days follows the protocol.',
    lead: 'What this machine sent and the server could not store, by topic, field and rule, with the last one of each. The machine was told and does not send it again; everything else in the same messages is stored. Only the maker’s staff see this.',
    times: 'once |||| %{count} times',
    entry: 'last: %{list}, place %{place}',
    entryWithId: 'last: %{list}, place %{place}, id %{id}',
    withId: 'last: id %{id}',
    excerpt: 'The beginning of the last one',
    other: 'Many other fields and rules, counted together',
  },
} as const;

export const fr: Same<typeof en> = {
  refused: {
    title: 'Messages refusés',
    none: 'Tout ce que cette machine a envoyé ces 30 derniers jours respecte le protocole.',
    lead: 'Ce que cette machine a envoyé et que le serveur n’a pas pu enregistrer, par sujet, champ et règle, avec le dernier de chaque sorte. La machine en est informée et ne le renvoie plus ; tout le reste des mêmes messages est enregistré. Seule l’équipe du fabricant voit ceci.',
    times: 'une fois |||| %{count} fois',
    entry: 'dernier : %{list}, place %{place}',
    entryWithId: 'dernier : %{list}, place %{place}, id %{id}',
    withId: 'dernier : id %{id}',
    excerpt: 'Le début du dernier',
    other: 'De nombreux autres champs et règles, comptés ensemble',
  },
};
