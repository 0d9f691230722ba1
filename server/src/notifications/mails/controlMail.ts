import { say, type Words } from '@fournil/contract/kit/words';
import { product } from '@fournil/contract/product';
import { greetingTo } from './greeting.ts';
import { inert } from './inert.ts';
import { type MailText, mailOf } from './mailLayout.ts';
import { type DateReader, writtenAt } from './writtenAt.ts';

const words = {
  subject: { en: '%{by} signed in to %{product} as you', fr: '%{by} a ouvert une session %{product} en votre nom' },
  when: { en: 'On %{at}, for an hour at most.', fr: 'Le %{at}, pour une heure au plus.' },
  trace: {
    en: 'Everything done in this session is recorded under both names. The security code that was used is no longer valid.',
    fr: 'Tout ce qui est fait pendant cette session est enregistré sous les deux noms. Le code de sécurité utilisé n’est plus valable.',
  },
  end: {
    en: 'You can withdraw your consent in your profile: the session then ends at once.',
    fr: 'Vous pouvez retirer votre accord dans votre profil : la session prend alors fin aussitôt.',
  },
  look: { en: 'Open my profile', fr: 'Ouvrir mon profil' },
  why: {
    en: 'You receive this because you allow others to sign in as you.',
    fr: 'Vous recevez ce message car vous acceptez que d’autres se connectent en votre nom.',
  },
} satisfies Record<string, Words>;

interface Reader extends DateReader {
  firstName: string;
}

/** IMP-05: who connected, and when. */
export function controlMail(by: string, at: Date, reader: Reader, publicUrl: string): MailText {
  const { firstName, language } = reader;
  const tell = (text: Words, variables: Record<string, string> = {}) => say(text, language, variables);
  const when = writtenAt(at, reader);
  const subject = tell(words.subject, { by: inert(by), product: product.name });
  const hello = greetingTo(firstName, language);
  const lines = [tell(words.when, { at: when }), tell(words.trace), tell(words.end)];
  const link = `${publicUrl}/#/profile`;
  const [look, why] = [tell(words.look), tell(words.why)];
  return mailOf({ hello, subject, lines, link, look, why, language: language.toLowerCase() });
}
