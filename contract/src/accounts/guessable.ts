import { product } from '../product.ts';

/** Characters that people add around a word to satisfy a password rule: a year, a date, an exclamation mark. */
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
 * Words of the product and the trade, and French words that public lists of common passwords lack. Without accents.
 */
const tradeWords =
  `four fours fournil fournee oven ovens bakery baker bakers bread boulangerie boulanger boulangere patisserie patissier
  pain pains baguette croissant brioche levain farine petrin viennoiserie console motdepasse mdp azerty qwertz
  bonjour bonsoir bienvenue soleil doudou chouchou loulou jetaime amour marseille paris lyon chocolat administrateur
  administrator admin superadmin technicien technician changeme default welcome
  summer winter spring autumn printemps ete automne hiver test temp secret password pass`
    .trim()
    .split(/\s+/);

/** A password in the form in which it is compared: without case, accents and full-width forms. */
export function plainOf(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The words of which a password may be made: added characters removed, look-alike characters replaced by letters. */
export function basesOf(password: string): string[] {
  const plainText = plainOf(password);
  const bases = [plainText];
  // Removed one by one, because the word itself may end in digits: `abc123` in `abc1232026`.
  for (let base = plainText; bases.length <= decorationCharacters && /[^\p{L}]$/u.test(base); ) {
    base = [...base].slice(0, -1).join('');
    bases.push(base);
  }
  const bare = plainText.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  if (plainText.length - bare.length <= decorationCharacters) bases.push(bare);
  return [...new Set(bases.filter((base) => base.length > 0).flatMap((base) => [base, lettersOf(base)]))];
}

/** Look-alike characters replaced by letters. */
export function lettersOf(text: string): string {
  return [...text].map((one) => lookAlikes[one] ?? one).join('');
}

/** Whether the password contains only words of the product and the trade, in any order, with added characters. */
export function isOfOwnWords(password: string): boolean {
  const words = [plainOf(product.name), product.slug, ...tradeWords]
    .map((word) => word.replace(/[^\p{L}]/gu, ''))
    .filter((word) => word.length > 1);
  const only = new RegExp(`^(?:${words.join('|')})+$`, 'u');
  const length = [...password.normalize('NFKC')].length;
  return basesOf(password).some((base) => {
    const letters = base.replace(/[^\p{L}]/gu, '');
    return letters.length >= length - decorationCharacters && only.test(letters);
  });
}

/** Whether the password is this text (an address, a name) with or without added characters. */
export function isMadeOf(password: string, known: string): boolean {
  const own = plainOf(known);
  return own.length > 0 && basesOf(password).includes(own);
}
