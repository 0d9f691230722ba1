import { passwordLimits } from '@fournil/contract/accounts/password';
import { say, type Words } from '@fournil/contract/kit/words';
import { product } from '@fournil/contract/product';
import { accountTemplates } from './accountTemplates.ts';
import { greetingTo } from './greeting.ts';
import { type MailText, mailOf } from './mailLayout.ts';
import { type DateReader, writtenAt } from './writtenAt.ts';

export interface AccountReader extends DateReader {
  firstName: string;
}

export type AccountMail = keyof typeof accountTemplates;

/** REG-04, PWD-01, PWD-04, PRO-03, TFA: a mail with one link, in the reader's language. */
export function accountMail(
  kind: AccountMail,
  at: Date,
  reader: AccountReader,
  publicUrl: string,
  detail = '',
): MailText {
  const { subject, lines, look, path } = accountTemplates[kind];
  const { firstName, language } = reader;
  const variables = {
    product: product.name,
    hours: passwordLimits.activationHours,
    backHours: passwordLimits.emailBackHours,
    at: writtenAt(at, reader),
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
