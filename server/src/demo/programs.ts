import type { MachineCategoryCode } from '@fournil/contract/machines/catalogue';
import type { ProgramSettings } from '@fournil/contract/phases/settings';

export interface DemoProgram {
  name: string;
  description: string;
  category: MachineCategoryCode;
  tags: string[];
  approved: boolean;
  settings: ProgramSettings;
}

export const demoTags: readonly { name: string; description: string }[] = [
  { name: 'Pain', description: 'Pains de sole, pains moulés et pains plats' },
  { name: 'Viennoiserie', description: 'Pâtes levées feuilletées et briochées' },
  { name: 'Pâtisserie', description: 'Pâtes à choux, tartes, meringues et flans' },
  { name: 'Salé', description: 'Snacking et traiteur' },
  { name: 'Fournée du matin', description: 'Lancé avant l’ouverture' },
  { name: 'Nuit', description: 'Se termine avant l’arrivée du boulanger' },
  { name: 'Signature', description: 'Recettes de la maison, identiques dans tous les magasins' },
  { name: 'Saison', description: 'Proposé une partie de l’année' },
];

/**
 * A short notation of programs. `heat`: °C × minutes, `!` for a notification at the end of the phase. The others:
 * start in minutes, a colon, then percent (fan), centilitres (steam) or minutes open (damper).
 */
interface Sheet {
  preheat: number;
  heat: string;
  fan?: string;
  steam?: string;
  damper?: string;
}

const seconds = (minutes: string | undefined) => Math.round(Number(minutes) * 60);
const words = (text: string) => text.split(' ').filter((word) => word !== '');

function settingsOf({ preheat, heat, fan = '0:0', steam = '', damper = '' }: Sheet): ProgramSettings {
  const timed = (text: string) =>
    words(text).map((word) => {
      const [at, value] = word.split(':');
      return { startSeconds: seconds(at), value };
    });
  return {
    preheatTemperatureCelsius: preheat,
    heat: words(heat).map((word) => {
      const [celsius, minutes] = word.replace('!', '').split('×');
      return {
        temperatureCelsius: Number(celsius),
        durationSeconds: seconds(minutes),
        notification: word.endsWith('!'),
      };
    }),
    fan: timed(fan).map(({ startSeconds, value }) => ({ startSeconds, speedPercent: Number(value) })),
    steam: timed(steam).map(({ startSeconds, value }) => ({ startSeconds, volumeCentilitres: Number(value) })),
    damper: timed(damper).map(({ startSeconds, value }) => ({ startSeconds, durationSeconds: seconds(value) })),
  };
}

type Line = [name: string, description: string, tags: string[], sheet: Sheet, approved?: boolean];

function programsFor(category: MachineCategoryCode, lines: Line[]): DemoProgram[] {
  return lines.map(([name, description, tags, sheet, approved = true]) => ({
    name,
    description,
    category,
    tags,
    approved,
    settings: settingsOf(sheet),
  }));
}

const deck = programsFor('deck', [
  [
    'Baguette de tradition',
    'Pâtons de 350 g, pointage long. Buée à l’enfournement, oura ouvert pour la croûte.',
    ['Pain', 'Signature', 'Fournée du matin'],
    { preheat: 250, heat: '250×8 240×10 230×4!', steam: '0:10 2:6', damper: '17:5' },
  ],
  [
    'Pain de campagne 1 kg',
    'Levain dur, farine T80. Chaleur tombante.',
    ['Pain', 'Signature'],
    { preheat: 250, heat: '250×12 225×25 205×13!', steam: '0:10 3:8', damper: '35:15' },
  ],
  [
    'Pain de seigle',
    'Seigle T130 à 65 %. Forte buée : demande une réserve de 34 cl.',
    ['Pain', 'Saison'],
    { preheat: 250, heat: '250×15 220×25 195×30!', steam: '0:10 2:10 4:8 6:6', damper: '45:25' },
  ],
  [
    'Ciabatta',
    'Pâte à 80 % d’eau, enfournement sur papier.',
    ['Pain', 'Salé'],
    { preheat: 250, heat: '245×10 230×10!', steam: '0:8 2:4', damper: '14:6' },
  ],
  [
    'Focaccia romarin',
    'Plaques de 60 × 40, huile et fleur de sel avant enfournement.',
    ['Pain', 'Salé'],
    { preheat: 245, heat: '235×12 225×8!', steam: '0:4', damper: '15:5' },
  ],
  [
    'Miche de meule 2 kg',
    'Cuisson lente, contrôle à cœur 97 °C au signal.',
    ['Pain', 'Signature'],
    { preheat: 250, heat: '250×15 220×30! 200×25!', steam: '0:10 3:8 6:6', damper: '50:20' },
  ],
  [
    'Pain aux noix de Noël',
    'Essai de décembre : noix de Grenoble et miel, coloration rapide.',
    ['Pain', 'Saison'],
    { preheat: 240, heat: '230×12 205×18!', steam: '0:8', damper: '22:8' },
    false,
  ],
]);

const rack = programsFor('rack', [
  [
    'Croissant pur beurre',
    'Pièces de 65 g, dorure double. Oura les 4 dernières minutes.',
    ['Viennoiserie', 'Signature', 'Fournée du matin'],
    { preheat: 200, heat: '180×4 170×12!', fan: '0:40 3:70', steam: '0:4', damper: '12:4' },
  ],
  [
    'Pain au chocolat',
    'Deux barres, pièces de 75 g.',
    ['Viennoiserie', 'Fournée du matin'],
    { preheat: 200, heat: '180×5 168×13!', fan: '0:40 3:70', steam: '0:4', damper: '14:4' },
  ],
  [
    'Brioche à tête',
    'Pièces de 50 g en moule, dorure à l’œuf.',
    ['Viennoiserie'],
    { preheat: 195, heat: '175×6 165×8!', fan: '0:30 4:60', steam: '0:3' },
  ],
  [
    'Kouglof',
    'Moules en terre de 22 cm, beurrer et amandes. Démouler chaud.',
    ['Viennoiserie', 'Saison'],
    { preheat: 200, heat: '180×15 165×25!', fan: '0:30 10:50', steam: '0:3', damper: '32:8' },
  ],
  [
    'Pain de mie moulé',
    'Moules fermés de 1 kg, ouvrir au signal.',
    ['Pain'],
    { preheat: 220, heat: '205×25! 195×10!', fan: '0:60', steam: '0:5' },
  ],
  [
    'Baguette sur filet',
    'Pour le chariot, quand la sole est prise.',
    ['Pain', 'Fournée du matin'],
    { preheat: 250, heat: '245×5 225×14!', fan: '0:0 2:60 14:80', steam: '0:10 1:10', damper: '14:5' },
  ],
  [
    'Chausson aux pommes allégé',
    'Nouvelle compote : coloration encore trop pâle, à revoir.',
    ['Viennoiserie', 'Pâtisserie'],
    { preheat: 205, heat: '185×8 170×16!', fan: '0:50', damper: '18:6' },
    false,
  ],
]);

const convection = programsFor('convection', [
  [
    'Choux et chouquettes',
    'Oura fermé pendant la pousse, ouvert pour sécher.',
    ['Pâtisserie'],
    { preheat: 200, heat: '180×12 165×14 150×5!', fan: '0:30 12:60', damper: '16:15' },
  ],
  [
    'Éclairs',
    'Bandes de 14 cm, dresser régulier. Ne pas ouvrir avant le signal.',
    ['Pâtisserie', 'Signature'],
    { preheat: 195, heat: '175×20 160×15!', fan: '0:30 15:50', damper: '22:13' },
  ],
  [
    'Meringue suisse',
    'Séchage long, oura ouvert presque tout du long.',
    ['Pâtisserie', 'Nuit'],
    { preheat: 120, heat: '100×90 80×60!', fan: '0:30', damper: '2:148' },
  ],
  [
    'Biscuit roulé pour bûche',
    'Feuille de 60 × 40 cm, rouler tiède.',
    ['Pâtisserie', 'Saison'],
    { preheat: 230, heat: '220×6 200×3!', fan: '0:40' },
  ],
  [
    'Pain d’épices',
    'Moules de 1 kg, miel de châtaignier.',
    ['Pâtisserie', 'Saison'],
    { preheat: 180, heat: '165×40 150×20!', fan: '0:30' },
  ],
  [
    'Tarte aux pommes',
    'Cercle de 24 cm, fond cru. Napper à la sortie.',
    ['Pâtisserie'],
    { preheat: 200, heat: '185×15 170×20!', fan: '0:50', damper: '25:10' },
  ],
  [
    'Fond de tarte à blanc',
    'Retirer les billes au premier signal.',
    ['Pâtisserie'],
    { preheat: 190, heat: '170×14! 165×8!', fan: '0:60', damper: '14:8' },
  ],
  [
    'Flan pâtissier',
    'Cercle de 20 cm × 6 cm. Repos 4 heures avant la coupe.',
    ['Pâtisserie', 'Signature'],
    { preheat: 210, heat: '190×25 175×20 200×5!', fan: '0:30 25:40' },
  ],
  [
    'Quiche lorraine',
    'Cercle de 26 cm, appareil à 20 % de crème.',
    ['Salé'],
    { preheat: 200, heat: '180×20 165×15!', fan: '0:50', damper: '28:7' },
  ],
  [
    'Macarons framboise',
    'Croûtage 30 minutes. Température à confirmer sur Brise 5.',
    ['Pâtisserie', 'Saison'],
    { preheat: 160, heat: '148×7 142×7!', fan: '0:30', damper: '6:8' },
    false,
  ],
]);

const combi = programsFor('combi', [
  [
    'Poulet rôti',
    'Poulets de 1,4 kg en broches. 78 °C à cœur, jus au signal.',
    ['Salé', 'Signature'],
    { preheat: 200, heat: '165×35 180×20! 215×8!', fan: '0:70 55:100', steam: '2:10 12:8', damper: '55:8' },
  ],
  [
    'Légumes rôtis',
    'Une couche par plaque, remuer au premier signal.',
    ['Salé', 'Saison'],
    { preheat: 220, heat: '200×12! 210×10!', fan: '0:80', steam: '1:4', damper: '12:10' },
  ],
  [
    'Gratin dauphinois',
    'Bacs GN 1/1 de 6 cm. Cœur à 85 °C.',
    ['Salé'],
    { preheat: 180, heat: '150×45 185×12!', fan: '0:40 45:80', steam: '5:8 20:6' },
  ],
  [
    'Remise en température',
    'Plats du jour filmés, 63 °C à cœur en moins d’une heure.',
    ['Salé', 'Fournée du matin'],
    { preheat: 140, heat: '125×25 130×10!', fan: '0:60', steam: '0:10 6:10 12:8 18:8' },
  ],
  [
    'Saumon vapeur douce',
    'Pavés de 140 g, 52 °C à cœur.',
    ['Salé'],
    { preheat: 90, heat: '78×14!', fan: '0:40', steam: '0:10 4:8 8:8' },
  ],
  [
    'Épaule d’agneau de nuit',
    'Neuf heures à 82 °C, finir doré à l’arrivée.',
    ['Salé', 'Nuit'],
    { preheat: 120, heat: '82×240 82×240 82×60! 200×12!', fan: '0:30 540:80', steam: '5:10 240:10' },
    false,
  ],
]);

const pizza = programsFor('pizza', [
  [
    'Pizza napoletana',
    'Pâtons de 250 g, sole au plus chaud. Tourner au signal.',
    ['Salé', 'Signature'],
    { preheat: 250, heat: '250×2! 250×1.5!' },
  ],
  [
    'Pizza romana',
    'Pâte fine et croustillante, deux temps.',
    ['Salé'],
    { preheat: 250, heat: '245×4! 235×3!', damper: '4:3' },
  ],
  [
    'Socca',
    'Farine de pois chiche, plaque huilée brûlante.',
    ['Salé', 'Saison'],
    { preheat: 250, heat: '250×6 240×2!' },
  ],
  [
    'Fougasse aux olives',
    'Abaisse de 300 g, huile à la sortie.',
    ['Pain', 'Salé'],
    { preheat: 245, heat: '235×7 220×6!', damper: '9:4' },
  ],
]);

const proofer = programsFor('proofer', [
  [
    'Pousse directe baguette',
    'Une heure à 26 °C, humidité par petites buées.',
    ['Pain', 'Fournée du matin'],
    { preheat: 26, heat: '26×60!', fan: '0:30', steam: '0:4 20:3 40:3' },
  ],
  [
    'Pousse viennoiserie',
    'Deux heures à 27 °C au plus : au-delà le beurre fond.',
    ['Viennoiserie'],
    { preheat: 27, heat: '25×30 27×90!', fan: '0:30', steam: '0:4 30:4 60:4 90:3' },
  ],
  [
    'Pousse lente 16 h',
    'Blocage à 4 °C puis remontée douce, prêt à 4 heures du matin.',
    ['Pain', 'Nuit', 'Signature'],
    { preheat: 4, heat: '4×240 4×240 4×240 12×120 22×120!', fan: '0:30', steam: '0:4 720:6 840:6 900:4' },
  ],
  [
    'Pousse brioche de nuit',
    'Six heures à 8 °C, puis deux heures à 28 °C.',
    ['Viennoiserie', 'Nuit'],
    { preheat: 8, heat: '8×240 8×120 28×120!', fan: '0:30', steam: '0:3 360:5 420:5' },
  ],
]);

/** Programs of an imaginary chain of bakeries, for a first look at the product. */
export const demoPrograms: readonly DemoProgram[] = [...deck, ...rack, ...convection, ...combi, ...pizza, ...proofer];
