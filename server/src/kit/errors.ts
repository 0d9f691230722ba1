import { type Violation, validationWords } from '@fournil/contract/kit/validation';
import { type Language, say, type Words } from '@fournil/contract/kit/words';
import { hoursFileWords } from '@fournil/contract/structures/hoursFileWords';

/** A refusal with its texts in both languages; the error handler answers it as problem+json (API-03). */
export class Refusal extends Error {
  readonly status: number;
  readonly words: Words;
  readonly extras: {
    key?: string;
    violations?: Violation[];
    retryAfterSeconds?: number;
  };
  /** For the security log, never for the answer. */
  security: Record<string, unknown> | null = null;
  constructor(status: number, words: Words, extras: Refusal['extras'] = {}) {
    super(words.en);
    this.status = status;
    this.words = words;
    this.extras = extras;
  }

  /** SEC-04: what was tried, and on which account, for the one line of the log. */
  loggedAs(event: string, about: Record<string, unknown> = {}): this {
    this.security = { event, ...about };
    return this;
  }
}

export function notFound(): Refusal {
  return new Refusal(404, { en: '404, not found.', fr: '404, introuvable.' });
}

export function forbidden(words: Words = notGrantedWords): Refusal {
  return new Refusal(403, words);
}

export function unauthorized(): Refusal {
  return new Refusal(401, { en: 'Please sign in.', fr: 'Veuillez vous connecter.' });
}

/** One text for every way to sign in to a disabled account; it is shown only after a correct credential. */
export function accountDisabled(status: 401 | 409 = 401): Refusal {
  const words = {
    en: 'This account has been deactivated by its administrator.',
    fr: 'Ce compte a été désactivé par son administrateur.',
  };
  return new Refusal(status, words, { key: 'custom.auth.account_desactivated' });
}

/** AUD-02: the same for an account whose end date has passed. */
export function accountEnded(status: 401 | 409 = 401): Refusal {
  const words = {
    en: 'This account has ended: the date set by its administrator has passed.',
    fr: 'Ce compte est arrivé à échéance : la date fixée par son administrateur est passée.',
  };
  return new Refusal(status, words, { key: 'custom.auth.account_ended' });
}

export function unprocessable(...violations: Violation[]): Refusal {
  return new Refusal(
    422,
    { en: 'Some fields are not valid.', fr: 'Certains champs ne sont pas valables.' },
    { violations },
  );
}

const ruleWords: Readonly<Record<string, Words>> = { ...validationWords, ...hoursFileWords };

/** A broken rule in words; the key of one that has none. */
export function ruleText({ key, args }: Pick<Violation, 'key' | 'args'>, language: Language): string {
  const words = ruleWords[key];
  return words ? say(words, language, args) : key;
}

export function badRequest(...violations: Violation[]): Refusal {
  return new Refusal(
    400,
    { en: 'This request is not valid.', fr: 'Cette demande n’est pas correcte.' },
    { violations },
  );
}

export function conflict(words: Words): Refusal {
  return new Refusal(409, words);
}

/** The disk is full: writes are refused without leaving anything, reads continue. */
export function storageFull(): Refusal {
  return new Refusal(507, {
    en: 'There is no room left to store this. Nothing was changed; please tell whoever runs the server.',
    fr: 'Il n’y a plus de place pour enregistrer ceci. Rien n’a été modifié ; prévenez la personne qui gère le serveur.',
  });
}

/** Refuses another value for a field that cannot change; the present one may be sent (INT-01). */
export function refuseOther(path: string, requested: unknown, present: unknown): void {
  if (requested !== undefined && requested !== present)
    throw unprocessable({ path, key: 'custom.validation.locked', args: {} });
}

/** 422 at `path`, with its index, for the first of these ids that is not among the known ones. */
export function refuseUnknown(ids: readonly string[], known: Iterable<string>, path: string): void {
  const all = new Set(known);
  const missing = ids.findIndex((id) => !all.has(id));
  if (missing >= 0) throw unprocessable({ path: `${path}.${missing}`, key: 'custom.validation.notFound', args: {} });
}

export function stale(): Refusal {
  return new Refusal(412, {
    en: 'Someone else has changed this meanwhile.',
    fr: 'Quelqu’un d’autre a modifié cet élément entre-temps.',
  });
}

export function tooMany(retryAfterSeconds: number): Refusal {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  return new Refusal(
    429,
    retryAfterSeconds < 90
      ? {
          en: `Too many tries. Try again in ${retryAfterSeconds} s.`,
          fr: `Trop d’essais. Réessayez dans ${retryAfterSeconds} s.`,
        }
      : { en: `Too many tries. Try again in ${minutes} min.`, fr: `Trop d’essais. Réessayez dans ${minutes} min.` },
    { retryAfterSeconds },
  );
}

export const notGrantedWords: Words = {
  en: 'Sorry, you do not have the necessary rights to perform this action.',
  fr: 'Désolé, vous n’avez pas les droits nécessaires pour effectuer cette action.',
};

export const unexpectedWords: Words = {
  en: 'An unexpected error has rejected your action, we are sorry for the inconvenience.',
  fr: 'Une erreur inattendue a rejeté votre action, veuillez nous excuser pour la gêne occasionnée.',
};

/**
 * SEC-03: where two factors are required, nothing else is open until the second one is set up; the page leads there.
 */
export function secondStepMissing(): Refusal {
  const words = {
    en: 'Set up a second step first. Sign in again.',
    fr: 'Configurez d’abord une deuxième étape. Reconnectez-vous.',
  };
  return new Refusal(403, words, { key: 'custom.auth.second_step_required' });
}
