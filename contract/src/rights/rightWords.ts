import type { Words } from '../kit/words.ts';
import { type Right, rights } from './rights.ts';

/** The name of each right, and what it allows. */
export const rightWords: Record<Right, { name: Words; lets: Words }> = {
  ROLE_PROGRAM_ACCESS: {
    name: { en: 'See programs', fr: 'Voir les programmes' },
    lets: {
      en: 'Opens the list of programs and each approved program.',
      fr: 'Ouvre la liste des programmes et chaque programme approuvé.',
    },
  },
  ROLE_PROGRAM_CREATE: {
    name: { en: 'Create programs', fr: 'Créer des programmes' },
    lets: { en: 'Writes new programs and duplicates others.', fr: 'Écrit de nouveaux programmes et en duplique.' },
  },
  ROLE_PROGRAM_EDITOR: {
    name: { en: 'Edit programs', fr: 'Modifier les programmes' },
    lets: {
      en: 'Changes programs; changes wait for approval.',
      fr: 'Modifie les programmes ; une modification attend l’approbation.',
    },
  },
  ROLE_PROGRAM_DELETE: {
    name: { en: 'Delete programs', fr: 'Supprimer des programmes' },
    lets: { en: 'Deletes programs, also from the ovens.', fr: 'Supprime des programmes, y compris sur les fours.' },
  },
  ROLE_PROGRAM_IMPORT_EXPORT: {
    name: { en: 'Import and export programs', fr: 'Importer et exporter des programmes' },
    lets: {
      en: 'Saves programs as files; reads them from files too, where programs may be created.',
      fr: 'Enregistre des programmes sous forme de fichiers ; en lit aussi, là où la création est permise.',
    },
  },
  ROLE_PROGRAM_APPROVE_ACCESS: {
    name: { en: 'See what waits for approval', fr: 'Voir ce qui attend l’approbation' },
    lets: {
      en: 'Also sees the programs that nobody has approved yet.',
      fr: 'Voit aussi les programmes que personne n’a encore approuvés.',
    },
  },
  ROLE_PROGRAM_APPROVE_ACTION: {
    name: { en: 'Approve programs', fr: 'Approuver des programmes' },
    lets: {
      en: 'Decides which programs may go to the ovens.',
      fr: 'Décide quels programmes peuvent aller sur les fours.',
    },
  },
  ROLE_MACHINE_ACCESS: {
    name: { en: 'See machines', fr: 'Voir les machines' },
    lets: {
      en: 'Opens the machines of their structures, live.',
      fr: 'Ouvre les machines de ses structures, en direct.',
    },
  },
  ROLE_MACHINE_CREATE: {
    name: { en: 'Add machines', fr: 'Ajouter des machines' },
    lets: { en: 'Enters new ovens and pairs them.', fr: 'Déclare de nouveaux fours et les appaire.' },
  },
  ROLE_MACHINE_EDITOR: {
    name: { en: 'Edit machines', fr: 'Modifier les machines' },
    lets: { en: 'Changes names, descriptions and places.', fr: 'Modifie noms, descriptions et emplacements.' },
  },
  ROLE_MACHINE_DELETE: {
    name: { en: 'Delete machines', fr: 'Supprimer des machines' },
    lets: {
      en: 'Takes ovens out of the fleet; they can be restored for 30 days.',
      fr: 'Retire des fours du parc ; ils peuvent être restaurés pendant 30 jours.',
    },
  },
  ROLE_MACHINE_ACCESS_NO_STRUCTURE: {
    name: { en: 'See machines without structure', fr: 'Voir les machines sans structure' },
    lets: {
      en: 'Also sees ovens that are in no structure.',
      fr: 'Voit aussi les fours qui ne sont dans aucune structure.',
    },
  },
  ROLE_MACHINE_INSTALL_PROGRAM: {
    name: { en: 'Put programs on machines', fr: 'Mettre des programmes sur les machines' },
    lets: {
      en: 'Installs and removes programs, and sets their order.',
      fr: 'Installe et retire des programmes, et choisit leur ordre.',
    },
  },
  ROLE_MACHINE_APPROVE_ACTION: {
    name: { en: 'Approve machines', fr: 'Approuver des machines' },
    lets: { en: 'Lets a paired oven into the fleet.', fr: 'Admet un four appairé dans le parc.' },
  },
  ROLE_MACHINE_ACTIVATE_ACTION: {
    name: { en: 'Put machines into service', fr: 'Mettre les machines en service' },
    lets: { en: 'Puts ovens into service and out of it.', fr: 'Met des fours en service et hors service.' },
  },
  ROLE_TAG_ACCESS: {
    name: { en: 'See tags', fr: 'Voir les étiquettes' },
    lets: { en: 'Opens the list of tags.', fr: 'Ouvre la liste des étiquettes.' },
  },
  ROLE_TAG_CREATE: {
    name: { en: 'Create tags', fr: 'Créer des étiquettes' },
    lets: { en: 'Creates new tags.', fr: 'Crée de nouvelles étiquettes.' },
  },
  ROLE_TAG_EDITOR: {
    name: { en: 'Edit tags', fr: 'Modifier les étiquettes' },
    lets: { en: 'Renames tags and assigns people to them.', fr: 'Renomme les étiquettes et y affecte des personnes.' },
  },
  ROLE_TAG_DELETE: {
    name: { en: 'Delete tags', fr: 'Supprimer des étiquettes' },
    lets: { en: 'Deletes tags, also from programs.', fr: 'Supprime des étiquettes, y compris sur les programmes.' },
  },
  ROLE_TAG_ASSIGN: {
    name: { en: 'Tag programs', fr: 'Étiqueter des programmes' },
    lets: {
      en: 'Adds tags to programs and removes them, in the list and on a tag’s page. Who edits a program also changes its tags.',
      fr: 'Ajoute et retire des étiquettes, dans la liste et sur la page d’une étiquette. Qui modifie un programme change aussi les siennes.',
    },
  },
  ROLE_STRUCTURE_ACCESS: {
    name: { en: 'See structures', fr: 'Voir les structures' },
    lets: {
      en: 'Opens the structures to which they are assigned, and what is below.',
      fr: 'Ouvre les structures auxquelles la personne est affectée, et ce qu’elles contiennent.',
    },
  },
  ROLE_STRUCTURE_CREATE: {
    name: { en: 'Create structures', fr: 'Créer des structures' },
    lets: { en: 'Adds shops, sites and regions.', fr: 'Ajoute des magasins, des sites et des régions.' },
  },
  ROLE_STRUCTURE_EDITOR: {
    name: { en: 'Edit structures', fr: 'Modifier les structures' },
    lets: {
      en: 'Renames and moves structures, and assigns people to them.',
      fr: 'Renomme et déplace les structures, et y affecte des personnes.',
    },
  },
  ROLE_STRUCTURE_DELETE: {
    name: { en: 'Delete structures', fr: 'Supprimer des structures' },
    lets: {
      en: 'Deletes structures, with or without what is in them.',
      fr: 'Supprime des structures, avec ou sans leur contenu.',
    },
  },
  ROLE_STRUCTURE_TOTAL_ACCESS: {
    name: { en: 'See every structure', fr: 'Voir toutes les structures' },
    lets: {
      en: 'Sees the whole organisation, not only their own part of it.',
      fr: 'Voit toute l’organisation, pas seulement sa partie.',
    },
  },
  ROLE_STRUCTURE_ADD_MACHINE: {
    name: { en: 'Place machines', fr: 'Placer des machines' },
    lets: { en: 'Moves ovens from one structure to another.', fr: 'Déplace des fours d’une structure à l’autre.' },
  },
};

/** As histories show rights that were given (`+ROLE_…`) and withdrawn (`-ROLE_…`). */
export const rightFieldWords: Record<string, Words> = Object.fromEntries(
  rights.flatMap((right) => {
    const { en, fr } = rightWords[right].name;
    return [
      [`+${right}`, { en: `+ ${en}`, fr: `+ ${fr}` }],
      [`-${right}`, { en: `− ${en}`, fr: `− ${fr}` }],
    ];
  }),
);
