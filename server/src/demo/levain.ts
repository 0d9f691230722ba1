import { noHours, type OwnHours } from '@fournil/contract/hours/hours';
import type { Language } from '@fournil/contract/kit/words';
import { dateAfter } from '@fournil/contract/kit/zones';
import type { MachineCategoryCode } from '@fournil/contract/machines/catalogue';
import type { Season } from '@fournil/contract/menus/season';
import type { Right } from '@fournil/contract/rights/rights';
import { rights } from '@fournil/contract/rights/rights';
import type { PersonKind } from '@fournil/contract/rights/roles';

/** RUN-01: the password of every demonstration account. */
export const demoPassword = 'fournil-demo';

export interface DemoPerson {
  email: string;
  kind: PersonKind;
  firstName: string;
  lastName: string;
  language: Language;
  rights: readonly Right[];
  /** Name of the structure to which the limited user is assigned. */
  structure?: string;
  /** The maker's staff, who belong to no organisation. */
  society?: string;
  address?: { street: string; zipcode: string; city: string; country: string };
  /** Name of the user's rights template. */
  template?: string;
}

/**
 * The rights withdrawn from a user who may see and install, but not create, delete, approve or see other structures.
 */
const limitedRights = rights.filter(
  (right) =>
    !/_(CREATE|DELETE|APPROVE_ACCESS|APPROVE_ACTION|ACTIVATE_ACTION|TOTAL_ACCESS|ACCESS_NO_STRUCTURE|ADD_MACHINE)$/.test(
      right,
    ),
);

/** The rights of a user who supervises several shops and deletes nothing. */
const sectorRights = rights.filter((right) => !/_(DELETE|IMPORT_EXPORT)$/.test(right));

/** The rights of a user who manages the shops assigned to them, and sees no other. */
const shopRights = sectorRights.filter((right) => !/_(TOTAL_ACCESS|ACCESS_NO_STRUCTURE)$/.test(right));

export const demoEmails = (): string[] => [...staff, ...levain.people, ...epi.people].map(({ email }) => email);

const maker = { street: '8 rue des Forges', zipcode: '69007', city: 'Lyon', country: 'FR' };

export const staff: DemoPerson[] = [
  {
    email: 'super@fournil.test',
    kind: 'superAdmin',
    firstName: 'Anne',
    lastName: 'Forge',
    language: 'EN',
    rights: [],
    society: 'Ateliers Fournil',
    address: maker,
  },
  {
    email: 'tech@fournil.test',
    kind: 'technician',
    firstName: 'Marc',
    lastName: 'Tanguy',
    language: 'FR',
    rights: [],
    society: 'Ateliers Fournil',
    address: maker,
  },
];

export interface DemoOrganisation {
  name: string;
  people: DemoPerson[];
  /** Each with its parent's name; parents first. */
  structures: [name: string, parent: string | null][];
  /** HRS-01: by the names of structures, on the day of the beginning. */
  hours: Readonly<Record<string, (now: Date) => OwnHours>>;
  machines: DemoMachine[];
  /** The categories for which programs are created. */
  programs: 'all' | number;
  templates: { name: string; description: string; rights: readonly Right[] }[];
  /** MNU-01 */
  menus: DemoMenu[];
}

export interface DemoMenu {
  name: string;
  note: string;
  category: MachineCategoryCode;
  /** The names of its programs, in their order. */
  programs: readonly string[];
  season: Season | null;
  additions: number | null;
  /** The name of the structure to which it is given. */
  structure: string;
}

export interface DemoMachine {
  name: string;
  model: string;
  structure: string | null;
  /** `fleet`: paired and approved; `waiting`: paired, not approved; `entered`: not paired. */
  state: 'fleet' | 'waiting' | 'entered';
  /** MNU-02: its baker changes a program. */
  isChanged?: boolean;
}

const sites: [site: string, region: string | null, models: string[]][] = [
  ['Lyon Bellecour', 'Lyon', ['sole-3-12', 'sole-3-12', 'sole-2-08', 'tour-18', 'brise-10', 'pousse-2']],
  ['Lyon Croix-Rousse', 'Lyon', ['sole-3-12', 'sole-2-08', 'brise-10']],
  ['Lyon Part-Dieu', 'Lyon', ['sole-4-16', 'tour-18', 'brise-5', 'vulcan-9']],
  ['Villeurbanne', 'Lyon', ['sole-3-12', 'tour-15e', 'brise-10', 'pousse-2']],
  ['Grenoble', 'Alpes', ['sole-3-12', 'sole-3-12', 'tour-18', 'duo-10']],
  ['Annecy', 'Alpes', ['sole-3-12', 'sole-2-08', 'tour-15e']],
  ['Chambéry', 'Alpes', ['sole-3-12', 'brise-10', 'brise-10']],
  ['Saint-Étienne', 'Loire', ['sole-3-12', 'tour-15e', 'brise-5']],
  ['Roanne', 'Loire', ['sole-2-08', 'brise-5']],
  ['Dijon', 'Bourgogne', ['sole-3-12', 'tour-18', 'vulcan-18']],
  ['Beaune', 'Bourgogne', ['sole-2-08', 'duo-10']],
  ['Laboratoire central', null, ['sole-4-16', 'tour-18', 'duo-20g', 'pousse-2']],
];

/** Closed on Sunday afternoons and Mondays; on the first of May, bakers may work. */
function burgundyHours(): OwnHours {
  const day = [
    { from: '04:30', to: '13:00' },
    { from: '15:00', to: '19:30' },
  ];
  const morning = [{ from: '04:30', to: '12:30' }];
  return {
    week: {
      monday: [],
      tuesday: day,
      wednesday: day,
      thursday: day,
      friday: day,
      saturday: day,
      sunday: morning,
    },
    holidays: { country: 'FR', region: null, changes: [{ holiday: '05-01', opening: morning }] },
    exceptions: [],
  };
}

function stocktaking(now: Date): OwnHours {
  const today = now.toISOString().slice(0, 10);
  return { ...noHours, exceptions: [{ from: today, to: dateAfter(today), name: 'Inventaire', opening: [] }] };
}

const kinds: Record<string, string> = {
  sole: 'Four à sole',
  tour: 'Four rotatif',
  brise: 'Four ventilé',
  duo: 'Four mixte',
  vulcan: 'Four à pizza',
  pousse: 'Chambre de pousse',
};
const waiting = new Set(['Four à sole 2 – Grenoble']);
const entered = new Set(['Four ventilé 2 – Chambéry']);
const changed = new Set(['Four rotatif – Annecy', 'Four ventilé – Roanne', 'Four à pizza – Dijon']);

/** "Four à sole 2 – Lyon Bellecour": numbered where a shop has several of a category. */
function machinesOf(site: string, models: string[]): DemoMachine[] {
  const kindOf = (model: string) => kinds[model.split('-')[0] ?? ''] ?? 'Four';
  const count = new Map<string, number>();
  return models.map((model) => {
    const kind = kindOf(model);
    const number = (count.get(kind) ?? 0) + 1;
    count.set(kind, number);
    const several = models.filter((other) => kindOf(other) === kind).length > 1;
    const name = `${kind}${several ? ` ${number}` : ''} – ${site}`;
    return {
      name,
      model,
      structure: site,
      state: waiting.has(name) ? 'waiting' : entered.has(name) ? 'entered' : 'fleet',
      ...(changed.has(name) ? { isChanged: true } : {}),
    };
  });
}

export const levain: DemoOrganisation = {
  name: 'Maison Levain',
  people: [
    {
      email: 'admin@levain.test',
      kind: 'clientAdmin',
      firstName: 'Claire',
      lastName: 'Levain',
      language: 'FR',
      rights: [],
      address: { street: '12 rue Mercière', zipcode: '69002', city: 'Lyon', country: 'FR' },
    },
    {
      email: 'user@levain.test',
      kind: 'user',
      firstName: 'Karim',
      lastName: 'Haddad',
      language: 'EN',
      rights,
      structure: 'Rhône-Alpes',
      address: { street: '12 rue Mercière', zipcode: '69002', city: 'Lyon', country: 'FR' },
    },
    {
      email: 'limited@levain.test',
      kind: 'user',
      firstName: 'Zoé',
      lastName: 'Martin',
      language: 'FR',
      rights: limitedRights,
      template: 'Boulanger',
      structure: 'Lyon Bellecour',
      address: { street: '7 place Bellecour', zipcode: '69002', city: 'Lyon', country: 'FR' },
    },
  ],
  structures: [
    ['Rhône-Alpes', null],
    ['Lyon', 'Rhône-Alpes'],
    ['Alpes', 'Rhône-Alpes'],
    ['Loire', 'Rhône-Alpes'],
    ['Bourgogne', null],
    ...sites.map(([site, region]) => [site, region] as [string, string | null]),
  ],
  hours: { Bourgogne: burgundyHours, Beaune: stocktaking },
  machines: sites.flatMap(([site, , models]) => machinesOf(site, models)),
  programs: 'all',
  menus: [
    {
      name: 'Pâtisserie de tous les jours',
      note: 'La même dans tous les magasins de Rhône-Alpes ; chacun peut y ajouter trois programmes.',
      category: 'convection',
      programs: ['Éclairs', 'Choux et chouquettes', 'Tarte aux pommes', 'Flan pâtissier', 'Quiche lorraine'],
      season: null,
      additions: 3,
      structure: 'Rhône-Alpes',
    },
    {
      name: 'Noël',
      note: 'En tête de liste sur les fours, du 1er décembre à l’Épiphanie.',
      category: 'convection',
      programs: ['Biscuit roulé pour bûche', 'Pain d’épices', 'Meringue suisse'],
      season: { from: '2026-12-01', until: '2027-01-06', everyYear: true },
      additions: null,
      structure: 'Rhône-Alpes',
    },
  ],
  templates: [
    {
      name: 'Boulanger',
      description:
        'Travaille dans un magasin : ne voit que ses fours ; modifie les programmes approuvés et les y installe.',
      rights: limitedRights,
    },
    {
      name: 'Responsable de magasin',
      description: 'Dirige un magasin : ne voit que lui ; y ajoute des fours et approuve, sans rien supprimer.',
      rights: shopRights,
    },
    {
      name: 'Chef de secteur',
      description: 'Suit plusieurs magasins : crée, approuve et déplace, sans rien supprimer.',
      rights: sectorRights,
    },
  ],
};

export const epi: DemoOrganisation = {
  name: 'L’Épi d’or',
  people: [
    {
      email: 'admin@epi.test',
      kind: 'clientAdmin',
      firstName: 'Paul',
      lastName: 'Aubry',
      language: 'EN',
      rights: [],
      address: { street: '3 quai de la Fosse', zipcode: '44000', city: 'Nantes', country: 'FR' },
    },
  ],
  structures: [['Nantes', null]],
  hours: {},
  machines: [
    { name: 'Four à sole', model: 'sole-3-12', structure: 'Nantes', state: 'fleet' },
    { name: 'Four rotatif', model: 'tour-15e', structure: 'Nantes', state: 'fleet' },
    { name: 'Four ventilé', model: 'brise-5', structure: 'Nantes', state: 'fleet' },
  ],
  programs: 6,
  templates: [],
  menus: [],
};
