import { passwordLimits } from '@fournil/contract/accounts/password';
import { type Language, say, type Words } from '@fournil/contract/kit/words';
import { product } from '@fournil/contract/product';
import { type MailText, mailHtml } from './mailLayout.ts';

/** Where the mail's secret goes when it is sent; the table keeps it encrypted. */
export const secretPlace = '%SECRET%';

export interface AccountReader {
  firstName: string;
  language: Language;
  timezone: string | null;
}

interface Template {
  subject: Words;
  lines: readonly Words[];
  look: Words;
  /** What follows the # of the address. */
  path: string;
}

const notYou: Words = { en: 'If you did not ask for this, nothing needs to be done.', fr: 'Si vous n’avez rien demandé, il n’y a rien à faire.' };

const templates = {
  activation: {
    subject: { en: 'Activate your %{product} account', fr: 'Activez votre compte %{product}' },
    lines: [
      { en: 'One step is left: open this link within %{hours} hours.', fr: 'Plus qu’une étape : ouvrez ce lien dans les %{hours} heures.' },
      notYou,
    ],
    look: { en: 'Activate my account', fr: 'Activer mon compte' },
    path: `/activate/${secretPlace}`,
  },
  reset: {
    subject: { en: 'Choose a new password', fr: 'Choisissez un nouveau mot de passe' },
    lines: [{ en: 'This link works once, for an hour.', fr: 'Ce lien sert une fois, pendant une heure.' }, notYou],
    look: { en: 'Choose a new password', fr: 'Choisir un nouveau mot de passe' },
    path: `/reset-password/${secretPlace}`,
  },
  registeredAgain: {
    subject: { en: 'You have a %{product} account already', fr: 'Vous avez déjà un compte %{product}' },
    lines: [
      {
        en: 'Somebody, perhaps you, wanted to register with this address. There is an account already; nothing was changed.',
        fr: 'Quelqu’un, peut-être vous, a voulu s’inscrire avec cette adresse. Un compte existe déjà ; rien n’a été modifié.',
      },
      { en: 'If you have forgotten the password, choose a new one.', fr: 'Si vous avez oublié le mot de passe, choisissez-en un nouveau.' },
    ],
    look: { en: 'Choose a new password', fr: 'Choisir un nouveau mot de passe' },
    path: '/reset',
  },
  passwordChanged: {
    subject: { en: 'Your password was changed', fr: 'Votre mot de passe a été modifié' },
    lines: [
      { en: 'On %{at}. You were signed out everywhere else.', fr: 'Le %{at}. Vous avez été déconnecté partout ailleurs.' },
      { en: 'If it was not you, choose a new one at once.', fr: 'Si ce n’était pas vous, choisissez-en un autre aussitôt.' },
    ],
    look: { en: 'Choose a new password', fr: 'Choisir un nouveau mot de passe' },
    path: '/reset',
  },
} satisfies Record<string, Template>;

export type AccountMail = keyof typeof templates;

/** REG-04, PWD-01, PWD-04: one thing to press, in the reader's language. */
export function accountMail(kind: AccountMail, at: Date, { firstName, language, timezone }: AccountReader, publicUrl: string): MailText {
  const { subject, lines, look, path } = templates[kind];
  const format = new Intl.DateTimeFormat(language === 'FR' ? 'fr-FR' : 'en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: timezone ?? 'UTC',
  });
  const variables = { product: product.name, hours: passwordLimits.activationHours, at: format.format(at) };
  const tell = (words: Words) => say(words, language, variables);
  const hello = say({ en: 'Hello %{name},', fr: 'Bonjour %{name},' }, language, { name: firstName });
  const why = say({ en: 'This mail is about your %{product} account.', fr: 'Ce message concerne votre compte %{product}.' }, language, {
    product: product.name,
  });
  const link = `${publicUrl}/#${path}`;
  const told = lines.map(tell);
  return {
    subject: tell(subject),
    text: [hello, '', tell(subject), '', ...told, '', `${tell(look)}: ${link}`, '', why].join('\n'),
    html: mailHtml({ hello, subject: tell(subject), lines: told, link, look: tell(look), why, language: language.toLowerCase() }),
  };
}
