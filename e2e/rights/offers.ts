import type { Action } from '@fournil/contract/rights/policy';

type Words = Record<'EN' | 'FR', string>;
export interface Offer {
  words: Words;
  act: Action;
}
/** The call for an action that the page does not offer; `{id}` is a row that the person sees. */
export interface Attempt {
  act: Action;
  method: string;
  path: string;
  body?: unknown;
}
interface Resource {
  name: 'machines' | 'programs' | 'structures' | 'tags';
  /** Buttons and links of the list, of a record's page and its menu, and of the bar over selected rows. */
  list: Offer[];
  show: Offer[];
  menu?: Offer[];
  bar: Offer[];
  attempts: Attempt[];
}

const offer = (act: Action, EN: string, FR: string): Offer => ({ act, words: { EN, FR } });
const bulk = (act: Action, verb: string, args: object = {}): Attempt => ({
  act,
  method: 'POST',
  path: '/bulk/preview',
  body: { verb, args, selection: { ids: ['{id}'] } },
});
const own = (name: Resource['name'], body: object = { name: 'Not to be' }): Attempt[] => [
  { act: `${name}.create`, method: 'POST', path: `/${name}`, body },
  { act: `${name}.delete`, method: 'DELETE', path: `/${name}/{id}` },
];

/** RGT-04: by resource, the actions that the page offers and their rows of the policy table. */
export const resources: Resource[] = [
  {
    name: 'machines',
    list: [offer('machines.create', 'Add a machine', 'Ajouter une machine')],
    show: [offer('machines.edit', 'Edit', 'Modifier'), offer('machines.readSettings', 'Settings', 'Réglages')],
    bar: [
      offer('programMachines.create', 'Install programs…', 'Installer des programmes…'),
      offer('structures.addMachine', 'Move to a structure…', 'Placer dans une structure…'),
      offer('machines.edit', 'Timezone…', 'Fuseau horaire…'),
      offer('machines.approve', 'Withdraw approval', 'Retirer l’approbation'),
      offer('machines.activate', 'Take out of service', 'Mettre hors service'),
      offer('machines.delete', 'Delete…', 'Supprimer…'),
    ],
    attempts: [
      ...own('machines'),
      { act: 'machines.settings', method: 'POST', path: '/machine/update-machine-settings', body: {} },
      bulk('machines.approve', 'machines.unapprove'),
      bulk('machines.activate', 'machines.deactivate'),
      bulk('structures.addMachine', 'machines.place', { structure: null }),
      bulk('machines.edit', 'machines.zone', { timezone: null }),
    ],
  },
  {
    name: 'programs',
    list: [
      offer('programs.create', 'Create a program', 'Créer un programme'),
      offer('programs.import', 'Import', 'Importer'),
    ],
    show: [
      offer('programs.edit', 'Edit settings', 'Modifier les réglages'),
      offer('programMachines.create', 'Install…', 'Installer…'),
    ],
    menu: [offer('programs.export', 'Export', 'Exporter'), offer('programs.delete', 'Delete…', 'Supprimer…')],
    bar: [
      offer('programs.approve', 'Withdraw approval', 'Retirer l’approbation'),
      offer('programMachines.create', 'Install on machines…', 'Installer sur des machines…'),
      offer('tags.assign', 'Add tags…', 'Ajouter des étiquettes…'),
      offer('programs.delete', 'Delete…', 'Supprimer…'),
    ],
    attempts: [...own('programs'), bulk('programs.approve', 'programs.unapprove')],
  },
  {
    name: 'structures',
    list: [offer('structures.create', 'Create a structure', 'Créer une structure')],
    show: [
      offer('structures.edit', 'Edit', 'Modifier'),
      offer('structures.delete', 'Delete', 'Supprimer'),
      offer('structures.addMachine', 'Add machines', 'Ajouter des machines'),
    ],
    bar: [
      offer('structures.edit', 'Assign users…', 'Affecter des utilisateurs…'),
      offer('structures.delete', 'Delete', 'Supprimer'),
    ],
    attempts: own('structures'),
  },
  {
    name: 'tags',
    list: [offer('tags.create', 'Create a tag', 'Créer une étiquette')],
    show: [offer('tags.edit', 'Edit', 'Modifier'), offer('tags.delete', 'Delete', 'Supprimer')],
    bar: [
      offer('tags.assign', 'Add to programs…', 'Ajouter à des programmes…'),
      offer('tags.delete', 'Delete', 'Supprimer'),
    ],
    attempts: own('tags'),
  },
];
