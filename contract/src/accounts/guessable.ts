import { product } from '../product.ts';

/**
 * What is put around a word to make a rule happy: a year, a date, an exclamation mark. More than that is no decoration.
 */
const decorationCharacters = 8;

const lookAlikes: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'l',
  '€': 'e',
};

/**
 * What everybody here thinks of first: the product, the trade, and the French words that lists from elsewhere lack.
 * Without accents.
 */
const tradeWords =
  `four fours fournil fournee oven ovens bakery baker bakers bread boulangerie boulanger boulangere patisserie patissier
  pain pains baguette croissant brioche levain farine petrin viennoiserie console motdepasse mdp azerty qwertz
  bonjour bonsoir bienvenue soleil doudou chouchou loulou jetaime amour marseille paris lyon chocolat administrateur
  administrator admin superadmin technicien technician changeme default welcome
  summer winter spring autumn printemps ete automne hiver test temp secret password pass`
    .trim()
    .split(/\s+/);

/** A password as it is compared: without case, accents and width. */
export function plainOf(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The words that a password may have been made of: what is around them taken off, look-alikes of letters put back. */
export function basesOf(password: string): string[] {
  const plain = plainOf(password);
  const bases = [plain];
  // One by one, because the word itself may end in digits: `abc123` under `abc1232026`.
  for (let base = plain; bases.length <= decorationCharacters && /[^\p{L}]$/u.test(base); ) {
    base = [...base].slice(0, -1).join('');
    bases.push(base);
  }
  const bare = plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  if (plain.length - bare.length <= decorationCharacters) bases.push(bare);
  return [...new Set(bases.filter((base) => base.length > 0).flatMap((base) => [base, lettersOf(base)]))];
}

/** Look-alikes put back. */
export function lettersOf(text: string): string {
  return [...text].map((one) => lookAlikes[one] ?? one).join('');
}

/** Whether it is nothing but words of the product and the trade, in any order, with decoration. */
export function isOfOwnWords(password: string): boolean {
  const words = [plainOf(product.name), product.slug, ...tradeWords]
    .map((word) => word.replace(/[^\p{L}]/gu, ''))
    .filter((word) => word.length > 1);
  const only = new RegExp(`^(?:${words.join('|')})+$`, 'u');
  const length = [...password].length;
  return basesOf(password).some((base) => {
    const letters = base.replace(/[^\p{L}]/gu, '');
    return letters.length >= length - decorationCharacters && only.test(letters);
  });
}

/** Whether it is what somebody would try who knows this (an address, a name), with or without decoration. */
export function isMadeOf(password: string, known: string): boolean {
  const own = plainOf(known);
  return own.length > 0 && basesOf(password).includes(own);
}
