import { type Language, say } from '@fournil/contract/kit/words';
import {
  type MachineCategoryCode,
  machineCategories,
  machineCategoryCodes,
} from '@fournil/contract/machines/catalogue';

/** The name of a category of machines; a code from an address that is none is shown as it is. */
export function categoryName(code: unknown, language: Language): string {
  const known = Object.hasOwn(machineCategories, String(code)) ? machineCategories[code as MachineCategoryCode] : null;
  return known ? say(known.name, language) : String(code);
}

/** All categories, as the values of a filter. */
export function categoryChoices(language: Language): { value: MachineCategoryCode; label: string }[] {
  return machineCategoryCodes.map((code) => ({ value: code, label: categoryName(code, language) }));
}
