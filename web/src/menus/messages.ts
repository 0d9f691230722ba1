import { type Same, translatorFor } from '../kit/useT.ts';
import * as edit from './edit/editMessages.ts';
import * as list from './list/listMessages.ts';
import * as show from './show/showMessages.ts';

export const en = {
  menus: {
    title: 'Menus',
    create: 'Create a menu',
    season: {
      standing: 'Standing',
      once: '%{from} – %{until}',
      oneDay: '%{day}',
      yearly: '%{season}, every year',
    },
    reach: {
      ovens: '%{smart_count} oven |||| %{smart_count} ovens',
      shops: 'in %{smart_count} shop |||| in %{smart_count} shops',
      differ: '%{smart_count} differs |||| %{smart_count} differ',
      none: 'None of your ovens follows it',
      seeOvens: 'see the ovens that follow %{name}',
      seeDiffer: 'see what differs from %{name}',
    },
    states: {
      approved: 'Approved',
      unapproved: 'Waiting for approval',
      editWaits: 'Change waiting for approval',
      editWaitsHint: 'Ovens follow revision %{approved} until revision %{revision} is approved.',
    },
    additions: {
      any: 'Shops may add any programs',
      none: 'Shops may add nothing',
      some: 'Shops may add up to %{smart_count} program |||| Shops may add up to %{smart_count} programs',
    },
    program: {
      restricted: 'Unapproved program',
      deleted: 'deleted',
      deletedName: 'A deleted program',
      unapproved: 'not approved: comes once it is approved',
    },
    reasons: {
      deleted: 'it was deleted',
      noSteam: 'no steam',
      tankTooSmall: 'water tank too small',
      full: 'no room for more programs',
    },
    machine: {
      title: 'Menus of this oven',
      givenTo: 'given to %{place}',
      givenHere: 'given to this machine',
      above: 'a structure above',
      hidden: 'A menu that waits for approval',
      from: 'from %{date}',
      missing: 'Cannot be on this oven:',
      missingOne: '%{name} (%{reason})',
    },
    ofProgram: {
      on: 'On %{smart_count} menu: |||| On %{smart_count} menus:',
      more: 'and %{smart_count} more |||| and %{smart_count} more',
      remains: 'The menus list it as deleted until it is restored or taken off them.',
    },
    ...list.en,
    ...show.en,
    ...edit.en,
  },
} as const;

export const fr: Same<typeof en> = {
  menus: {
    title: 'Gammes',
    create: 'Créer une gamme',
    season: {
      standing: 'Permanente',
      once: 'Du %{from} au %{until}',
      oneDay: 'Le %{day}',
      yearly: '%{season}, chaque année',
    },
    reach: {
      ovens: '%{smart_count} four |||| %{smart_count} fours',
      shops: 'dans %{smart_count} magasin |||| dans %{smart_count} magasins',
      differ: '%{smart_count} diffère |||| %{smart_count} diffèrent',
      none: 'Aucun de vos fours ne la suit',
      seeOvens: 'voir les fours qui suivent %{name}',
      seeDiffer: 'voir ce qui diffère de %{name}',
    },
    states: {
      approved: 'Approuvée',
      unapproved: 'En attente d’approbation',
      editWaits: 'Modification en attente d’approbation',
      editWaitsHint: 'Les fours suivent la révision %{approved} jusqu’à ce que la révision %{revision} soit approuvée.',
    },
    additions: {
      any: 'Les magasins peuvent ajouter tout programme',
      none: 'Les magasins ne peuvent rien ajouter',
      some: 'Les magasins peuvent ajouter %{smart_count} programme au plus |||| Les magasins peuvent ajouter %{smart_count} programmes au plus',
    },
    program: {
      restricted: 'Programme non approuvé',
      deleted: 'supprimé',
      deletedName: 'Un programme supprimé',
      unapproved: 'non approuvé : arrive dès qu’il est approuvé',
    },
    reasons: {
      deleted: 'il a été supprimé',
      noSteam: 'pas de buée',
      tankTooSmall: 'réservoir d’eau trop petit',
      full: 'plus de place pour d’autres programmes',
    },
    machine: {
      title: 'Gammes de ce four',
      givenTo: 'donnée à %{place}',
      givenHere: 'donnée à cette machine',
      above: 'une structure au-dessus',
      hidden: 'Une gamme qui attend l’approbation',
      from: 'à partir du %{date}',
      missing: 'Impossible sur ce four :',
      missingOne: '%{name} (%{reason})',
    },
    ofProgram: {
      on: 'Dans %{smart_count} gamme : |||| Dans %{smart_count} gammes :',
      more: 'et %{smart_count} autre |||| et %{smart_count} autres',
      remains: 'Les gammes le montrent comme supprimé tant qu’il n’est ni restauré ni retiré d’elles.',
    },
    ...list.fr,
    ...show.fr,
    ...edit.fr,
  },
};

export const useT = translatorFor<typeof en>();
