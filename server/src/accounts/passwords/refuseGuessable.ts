import { basesOf, isMadeOf, lettersOf, plainOf } from '@fournil/contract/accounts/guessable';
import { unprocessable } from '../../kit/errors.ts';
import { isPassword } from './hash.ts';

/** The part of the ranked list that is also tried with years, exclamation marks and similar letters. */
const commonestCount = 3000;

interface Common {
  all: ReadonlySet<string>;
  commonest: ReadonlySet<string>;
}
let common: Promise<Common> | undefined;

/** Half a megabyte of words, read when the first password is set. */
async function readCommon(): Promise<Common> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const ranked = dictionary['passwords-common'].map(String);
  return {
    all: new Set(ranked.map(plainOf)),
    commonest: new Set(ranked.slice(0, commonestCount).flatMap((one) => [plainOf(one), lettersOf(plainOf(one))])),
  };
}

async function isCommon(password: string): Promise<boolean> {
  common ??= readCommon();
  const { all, commonest } = await common;
  const bases = basesOf(password);
  return (
    all.has(plainOf(password)) || bases.some((base) => commonest.has(base)) || isRepeated(plainOf(password), commonest)
  );
}

/** `dragondragon`, `aaaaaaaa`. */
function isRepeated(plain: string, words: ReadonlySet<string>): boolean {
  const unit = /^(.+?)\1+$/u.exec(plain)?.[1];
  return unit !== undefined && (unit.length < 4 || words.has(unit));
}

interface Owner {
  emailKey: string;
  /** The account's present and former passwords; a new one must differ from them. */
  formerHashes?: readonly (string | null)[];
}

/** PWD-04, SEC-03: throws 422 at `path` for a password that is easy to guess, or that the account has had before. */
export async function refuseGuessable(
  { emailKey, formerHashes = [] }: Owner,
  password: string,
  path: string,
): Promise<void> {
  const refuse = (key: string) => unprocessable({ path, key, args: {} });
  if ([emailKey, emailKey.split('@')[0] ?? ''].some((own) => isMadeOf(password, own)))
    throw refuse('custom.validation.passwordOwn');
  if (await isCommon(password)) throw refuse('custom.validation.passwordCommon');
  for (const hash of formerHashes) {
    if (hash !== null && (await isPassword(password, hash))) throw refuse('custom.validation.passwordSame');
  }
}
