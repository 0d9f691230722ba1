import type { Same } from '../../kit/useT.ts';

export const en = {
  list: {
    lead: 'What ovens offer: programs in order, given to structures and machines. Ovens follow by themselves.',
    search: 'Name of a menu',
    name: 'Name',
    category: 'Category',
    season: 'Season',
    programs: 'Programs',
    reach: 'Reach',
    updatedAt: 'Changed',
    everyCategory: 'All categories',
    everySeason: 'Standing and seasonal',
    standing: 'Standing only',
    seasonal: 'Seasonal only',
    views: { label: 'Views', list: 'List', calendar: 'Calendar' },
    emptyTitle: 'No menu yet',
    emptyBody:
      'A menu is a list of programs for all ovens of a region, a shop or a chain. Change it once, and every oven follows; a menu for Christmas comes and goes by itself.',
    noneTitle: 'No menu matches',
    noneBody: 'No menu matches these filters.',
    showAll: 'Show all menus',
  },
  calendar: {
    previous: 'Previous year',
    next: 'Next year',
    today: 'Today, %{date}',
    standing: '%{name}: all year',
    span: '%{name}: %{from} to %{until}',
    none: 'Not in %{year}',
    draft: 'not approved yet',
    caption: 'When each menu applies in %{year}',
  },
} as const;

export const fr: Same<typeof en> = {
  list: {
    lead: 'Ce que proposent les fours : des programmes en ordre, donnés à des structures et à des machines. Les fours suivent d’eux-mêmes.',
    search: 'Nom d’une gamme',
    name: 'Nom',
    category: 'Catégorie',
    season: 'Saison',
    programs: 'Programmes',
    reach: 'Portée',
    updatedAt: 'Modifiée',
    everyCategory: 'Toutes les catégories',
    everySeason: 'Permanentes et saisonnières',
    standing: 'Permanentes',
    seasonal: 'Saisonnières',
    views: { label: 'Vues', list: 'Liste', calendar: 'Calendrier' },
    emptyTitle: 'Aucune gamme',
    emptyBody:
      'Une gamme est une liste de programmes pour tous les fours d’une région, d’un magasin ou d’une enseigne. Modifiez-la une fois, et chaque four suit ; une gamme de Noël arrive et s’en va d’elle-même.',
    noneTitle: 'Aucune gamme ne correspond',
    noneBody: 'Aucune gamme ne correspond à ces filtres.',
    showAll: 'Voir toutes les gammes',
  },
  calendar: {
    previous: 'Année précédente',
    next: 'Année suivante',
    today: 'Aujourd’hui, %{date}',
    standing: '%{name} : toute l’année',
    span: '%{name} : du %{from} au %{until}',
    none: 'Pas en %{year}',
    draft: 'pas encore approuvée',
    caption: 'Quand chaque gamme s’applique en %{year}',
  },
};
