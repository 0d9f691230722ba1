import type { Words } from '../kit/words.ts';

/**
 * The maker's product range: served by GET `categories`; a program is written for one category, and a machine reports
 * one model.
 */
export const machineCategoryCodes = ['deck', 'rack', 'convection', 'combi', 'pizza', 'proofer'] as const;
export type MachineCategoryCode = (typeof machineCategoryCodes)[number];

export const machineCategories: Record<MachineCategoryCode, { name: Words; description: Words }> = {
  deck: {
    name: { en: 'Deck oven', fr: 'Four à sole' },
    description: {
      en: 'Stone soles and steam: hearth breads, baguettes, rye.',
      fr: 'Sole de pierre et buée : pains cuits sur sole, baguettes, seigle.',
    },
  },
  rack: {
    name: { en: 'Rack oven', fr: 'Four rotatif' },
    description: {
      en: 'A turning rack: viennoiserie, brioche, series of trays.',
      fr: 'Chariot rotatif : viennoiserie, brioche, séries de plaques.',
    },
  },
  convection: {
    name: { en: 'Convection oven', fr: 'Four ventilé' },
    description: { en: 'Strong moving air: choux, meringues, tarts.', fr: 'Air brassé : choux, meringues, tartes.' },
  },
  combi: {
    name: { en: 'Combi oven', fr: 'Four mixte' },
    description: {
      en: 'Dry heat and steam: roasts, vegetables, regeneration.',
      fr: 'Chaleur sèche et vapeur : rôtis, légumes, remise en température.',
    },
  },
  pizza: {
    name: { en: 'Pizza oven', fr: 'Four à pizza' },
    description: {
      en: 'A hot sole and a dry chamber: pizza, flatbread, socca.',
      fr: 'Sole très chaude, sans buée : pizza, pains plats, socca.',
    },
  },
  proofer: {
    name: { en: 'Proofer', fr: 'Chambre de pousse' },
    description: {
      en: 'Warmth and moisture: proofing, slow rise overnight.',
      fr: 'Chaleur douce et humidité : pousse directe, pousse lente de nuit.',
    },
  },
};

export interface MachineModel {
  code: string;
  name: string;
  category: MachineCategoryCode;
  /** The size: number of decks, trays or levels. */
  format: Words;
  type: 'electric' | 'gas';
  /** The capacity of one batch. */
  capacity: Words;
  /** Nominal power. */
  energyKilowatts: number;
  /** Its water tank, which limits the steam of one program; 0 for a machine without steam. */
  steamTankCentilitres: number;
}

/**
 * The models that a new database begins with; the super admin changes, adds and retires them (MKR-05). The simulated
 * ovens are of these.
 */
export const seedModels: readonly MachineModel[] = [
  {
    code: 'sole-3-12',
    name: 'Sole 3-12',
    category: 'deck',
    format: { en: '3 × 1.2 m²', fr: '3 × 1,2 m²' },
    type: 'electric',
    capacity: { en: '48 baguettes', fr: '48 baguettes' },
    energyKilowatts: 31,
    steamTankCentilitres: 90,
  },
  {
    code: 'sole-4-16',
    name: 'Sole 4-16',
    category: 'deck',
    format: { en: '4 × 1.6 m²', fr: '4 × 1,6 m²' },
    type: 'electric',
    capacity: { en: '96 baguettes', fr: '96 baguettes' },
    energyKilowatts: 52,
    steamTankCentilitres: 140,
  },
  {
    code: 'sole-2-08',
    name: 'Sole 2-08',
    category: 'deck',
    format: { en: '2 × 0.8 m²', fr: '2 × 0,8 m²' },
    type: 'electric',
    capacity: { en: '20 baguettes', fr: '20 baguettes' },
    energyKilowatts: 14,
    steamTankCentilitres: 30,
  },
  {
    code: 'tour-18',
    name: 'Tour 18',
    category: 'rack',
    format: { en: '18 × 600×800', fr: '18 × 600×800' },
    type: 'gas',
    capacity: { en: '216 croissants', fr: '216 croissants' },
    energyKilowatts: 62,
    steamTankCentilitres: 200,
  },
  {
    code: 'tour-15e',
    name: 'Tour 15 E',
    category: 'rack',
    format: { en: '15 × 400×800', fr: '15 × 400×800' },
    type: 'electric',
    capacity: { en: '135 croissants', fr: '135 croissants' },
    energyKilowatts: 38,
    steamTankCentilitres: 120,
  },
  {
    code: 'brise-10',
    name: 'Brise 10',
    category: 'convection',
    format: { en: '10 × 400×600', fr: '10 × 400×600' },
    type: 'electric',
    capacity: { en: '80 éclairs', fr: '80 éclairs' },
    energyKilowatts: 16,
    steamTankCentilitres: 60,
  },
  {
    code: 'brise-5',
    name: 'Brise 5',
    category: 'convection',
    format: { en: '5 × 400×600', fr: '5 × 400×600' },
    type: 'electric',
    capacity: { en: '40 éclairs', fr: '40 éclairs' },
    energyKilowatts: 9,
    steamTankCentilitres: 40,
  },
  {
    code: 'duo-10',
    name: 'Duo 10',
    category: 'combi',
    format: { en: '10 × GN 1/1', fr: '10 × GN 1/1' },
    type: 'electric',
    capacity: { en: '24 chickens', fr: '24 poulets' },
    energyKilowatts: 19,
    steamTankCentilitres: 300,
  },
  {
    code: 'duo-20g',
    name: 'Duo 20 G',
    category: 'combi',
    format: { en: '20 × GN 1/1', fr: '20 × GN 1/1' },
    type: 'gas',
    capacity: { en: '48 chickens', fr: '48 poulets' },
    energyKilowatts: 40,
    steamTankCentilitres: 600,
  },
  {
    code: 'vulcan-9',
    name: 'Vulcan 9',
    category: 'pizza',
    format: { en: '1 × 9 Ø 35', fr: '1 × 9 Ø 35' },
    type: 'electric',
    capacity: { en: '9 pizzas', fr: '9 pizzas' },
    energyKilowatts: 17,
    steamTankCentilitres: 0,
  },
  {
    code: 'vulcan-18',
    name: 'Vulcan 18',
    category: 'pizza',
    format: { en: '2 × 9 Ø 35', fr: '2 × 9 Ø 35' },
    type: 'gas',
    capacity: { en: '18 pizzas', fr: '18 pizzas' },
    energyKilowatts: 34,
    steamTankCentilitres: 0,
  },
  {
    code: 'pousse-2',
    name: 'Pousse 2',
    category: 'proofer',
    format: { en: '2 × 600×800', fr: '2 × 600×800' },
    type: 'electric',
    capacity: { en: '36 trays', fr: '36 plaques' },
    energyKilowatts: 4,
    steamTankCentilitres: 250,
  },
];

export function seedModelByCode(code: string | null): MachineModel | undefined {
  return seedModels.find((model) => model.code === code);
}
