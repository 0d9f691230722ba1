import { passwordLimits } from '@fournil/contract/accounts/password';
import { type Language, say, type Words } from '@fournil/contract/kit/words';
import { writtenDate } from '@fournil/contract/kit/writtenDate';
import { product } from '@fournil/contract/product';
import { accountTemplates } from './accountTemplates.ts';
import { greetingTo } from './greeting.ts';
import { type MailText, mailOf } from './mailLayout.ts';

export interface AccountReader {
  firstName: string;
  language: Language;
  timezone: string | null;
}

export type AccountMail = keyof typeof accountTemplates;

/** REG-04, PWD-01, PWD-04, PRO-03, TFA: a mail with one link, in the reader's language. */
export function accountMail(
  kind: AccountMail,
  at: Date,
  { firstName, language, timezone }: AccountReader,
  publicUrl: string,
  detail = '',
): MailText {
  const { subject, lines, look, path } = accountTemplates[kind];
  const variables = {
    product: product.name,
    hours: passwordLimits.activationHours,
    backHours: passwordLimits.emailBackHours,
    at: writtenDate(at, language, { dateStyle: 'long', timeStyle: 'short', timeZone: timezone ?? 'UTC' }),
    detail,
  };
  const tell = (words: Words) => say(words, language, variables);
  const hello = greetingTo(firstName, language);
  const why = say(
    { en: 'This mail is about your %{product} account.', fr: 'Ce message concerne votre compte %{product}.' },
    language,
    {
      product: product.name,
    },
  );
  const link = `${publicUrl}/#${path}`;
  const told = lines.map(tell);
  return mailOf({
    hello,
    subject: tell(subject),
    lines: told,
    link,
    look: tell(look),
    why,
    language: language.toLowerCase(),
  });
}
