import { readFile } from 'node:fs/promises';
import { machineCategories, machineCategoryCodes } from '@fournil/contract/machines/catalogue';
import { theOperator } from '../history/index.ts';
import { addMachineImage, addProgramImage } from '../images/index.ts';
import type { Services } from '../kit/services.ts';

/** The pictures: file, name in the library, and the demonstration's programs that show it. */
const drawings: readonly [file: string, name: string, programs: readonly string[]][] = [
  ['baguette', 'Baguette', ['Baguette de tradition', 'Baguette sur filet']],
  ['pain-de-campagne', 'Pain de campagne', ['Pain de campagne 1 kg', 'Miche de meule 2 kg']],
  ['pain-de-seigle', 'Pain de seigle', ['Pain de seigle']],
  ['focaccia', 'Focaccia', ['Focaccia romarin']],
  ['croissant', 'Croissant', ['Croissant pur beurre']],
  ['pain-au-chocolat', 'Pain au chocolat', ['Pain au chocolat']],
  ['brioche', 'Brioche', ['Brioche à tête']],
  ['kouglof', 'Kouglof', ['Kouglof']],
  ['eclair', 'Éclair', ['Éclairs']],
  ['choux-et-chouquettes', 'Choux et chouquettes', ['Choux et chouquettes']],
  ['meringue', 'Meringue', ['Meringue suisse']],
  ['tarte-aux-pommes', 'Tarte aux pommes', ['Tarte aux pommes']],
  ['flan-patissier', 'Flan pâtissier', ['Flan pâtissier']],
  ['quiche', 'Quiche', ['Quiche lorraine']],
  ['macarons-framboise', 'Macarons', ['Macarons framboise']],
  ['poulet-roti', 'Poulet rôti', ['Poulet rôti']],
  ['legumes-rotis', 'Légumes rôtis', ['Légumes rôtis']],
  ['gratin-dauphinois', 'Gratin', ['Gratin dauphinois']],
  ['saumon', 'Saumon', ['Saumon vapeur douce']],
  ['pizza', 'Pizza', ['Pizza napoletana', 'Pizza romana']],
  ['fougasse', 'Fougasse', ['Fougasse aux olives']],
  ['pate-en-pousse', 'Pâte en pousse', ['Pousse directe baguette', 'Pousse viennoiserie']],
];

const theMaker = { ...theOperator, organisationId: null };

/** Fills the maker's two libraries; returns the avatar of each program that has one, by its name. */
export async function fillLibraries(services: Services): Promise<Map<string, string>> {
  const avatars = new Map<string, string>();
  // One after the other, because more uploads at once than the limit would be refused.
  for (const [file, name, programs] of drawings) {
    const { avatar } = await addProgramImage(services, theMaker, {
      image: await drawing(`programs/${file}`),
      name,
      crop: null,
    });
    for (const program of programs) avatars.set(program, avatar);
  }
  for (const code of machineCategoryCodes) {
    const machineDescription = machineCategories[code].name.fr;
    await addMachineImage(services, theMaker, code, {
      image: await drawing(`machines/${code}`),
      machineDescription,
      crop: null,
    });
  }
  return avatars;
}

async function drawing(name: string): Promise<string> {
  return (await readFile(new URL(`pictures/${name}.png`, import.meta.url))).toString('base64');
}
