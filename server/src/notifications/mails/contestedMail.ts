import { say, type Words } from '@fournil/contract/kit/words';
import { product } from '@fournil/contract/product';
import type { Contest } from '../../kit/jobs/catalogue.ts';
import type { Recipient } from '../recipients.ts';
import { greetingTo } from './greeting.ts';
import { inert } from './inert.ts';
import { type MailParts, mailOf } from './mailLayout.ts';
import { writtenAt } from './writtenAt.ts';

const wordsByContest: Record<Contest, { subject: Words; what: Words; advice: Words }> = {
  tried: {
    subject: {
      en: '%{machine}: somebody is trying to pair its serial number',
      fr: '%{machine} : quelqu’un essaie d’appairer son numéro de série',
    },
    what: {
      en: 'On %{at}, from another address, with wrong PINs. None of the attempts succeeded.',
      fr: 'Le %{at}, depuis une autre adresse, avec des codes PIN incorrects. Aucune tentative n’a réussi.',
    },
    advice: {
      en: 'If it was you at the oven: release the machine first, if it is paired. Then open it for pairing again, best from the network of the oven, or with a PIN that the oven shows.',
      fr: 'Si c’était vous, devant le four : libérez d’abord la machine si elle est appairée. Rouvrez-la ensuite à l’appairage, de préférence depuis le réseau du four, ou avec un code PIN affiché par le four.',
    },
  },
  entered: {
    subject: {
      en: '%{machine}: somebody else entered its serial number',
      fr: '%{machine} : quelqu’un d’autre a saisi son numéro de série',
    },
    what: {
      en: 'On %{at}, in another organisation. As long as the machine is paired with you, nobody can take it over.',
      fr: 'Le %{at}, dans une autre organisation. Tant que la machine est appairée chez vous, personne ne peut la reprendre.',
    },
    advice: {
      en: 'If you have sold the machine, release or delete it, so that its new owner can pair it.',
      fr: 'Si vous avez vendu la machine, libérez-la ou supprimez-la : son nouveau propriétaire pourra l’appairer.',
    },
  },
  released: {
    subject: { en: '%{machine} was released by the maker', fr: '%{machine} a été libérée par le fabricant' },
    what: {
      en: 'On %{at}, because its serial number belongs to somebody else. It no longer reports here.',
      fr: 'Le %{at}, car son numéro de série revient à quelqu’un d’autre. Elle ne rapporte plus rien ici.',
    },
    advice: {
      en: 'If the machine is yours, compare the serial number with its plate and speak to the maker.',
      fr: 'Si la machine est la vôtre, comparez le numéro de série avec sa plaque et parlez-en au fabricant.',
    },
  },
  lost: {
    subject: { en: '%{machine} came back without its pairing', fr: '%{machine} est revenue sans son appairage' },
    what: {
      en: 'On %{at}: while it was deleted, another organisation paired an oven with its serial number.',
      fr: 'Le %{at} : pendant qu’elle était supprimée, une autre organisation a appairé un four avec son numéro de série.',
    },
    advice: {
      en: 'If you still have the oven, switch it on and connect it: its certificate brings the pairing back by itself, and the other oven is released. If that does not help, speak to the maker, who can release the number.',
      fr: 'Si vous avez encore le four, allumez-le et connectez-le : son certificat rétablit l’appairage de lui-même, et l’autre four est libéré. Si cela ne suffit pas, parlez-en au fabricant, qui peut libérer le numéro.',
    },
  },
  claimed: {
    subject: {
      en: '%{machine}: a former owner claims its serial number',
      fr: '%{machine} : un ancien propriétaire revendique son numéro de série',
    },
    what: {
      en: 'On %{at}, an organisation that had paired this serial number before restored its machine. Yours stays paired, unless an oven connects with the certificate of the former pairing.',
      fr: 'Le %{at}, une organisation qui avait appairé ce numéro de série a restauré sa machine. La vôtre reste appairée, sauf si un four se connecte avec le certificat de l’ancien appairage.',
    },
    advice: {
      en: 'If you are not sure that the machine is yours, compare the serial number with its plate and speak to the maker.',
      fr: 'Si vous n’êtes pas sûr que la machine soit la vôtre, comparez le numéro de série avec sa plaque et parlez-en au fabricant.',
    },
  },
  proven: {
    subject: { en: '%{machine} has its pairing back', fr: '%{machine} a retrouvé son appairage' },
    what: {
      en: 'On %{at}, its oven connected with its certificate. The oven that another organisation had paired with the same serial number was released.',
      fr: 'Le %{at}, son four s’est connecté avec son certificat. Le four qu’une autre organisation avait appairé avec le même numéro de série a été libéré.',
    },
    advice: {
      en: 'Approve the machine, if it is yours. If you have sold it, delete it and speak to its new owner.',
      fr: 'Approuvez la machine, si elle est à vous. Si vous l’avez vendue, supprimez-la et parlez-en à son nouveau propriétaire.',
    },
  },
  disproved: {
    subject: {
      en: '%{machine} was released: its serial number belongs to another oven',
      fr: '%{machine} a été libérée : son numéro de série est celui d’un autre four',
    },
    what: {
      en: 'On %{at}, an oven connected with the certificate of the organisation that had paired this serial number before. Yours no longer reports here.',
      fr: 'Le %{at}, un four s’est connecté avec le certificat de l’organisation qui avait appairé ce numéro de série. Le vôtre ne rapporte plus rien ici.',
    },
    advice: {
      en: 'If the machine is yours, compare the serial number with its plate and speak to the maker, who can release the number.',
      fr: 'Si la machine est la vôtre, comparez le numéro de série avec sa plaque et parlez-en au fabricant, qui peut libérer le numéro.',
    },
  },
  twoPlaces: {
    subject: { en: '%{machine} connects from two places', fr: '%{machine} se connecte depuis deux endroits' },
    what: {
      en: 'On %{at}, two connections with its certificate took turns. One of them may be a copy.',
      fr: 'Le %{at}, deux connexions avec son certificat se sont relayées. L’une d’elles est peut-être une copie.',
    },
    advice: {
      en: 'Release the machine and pair it again: the copied certificate is then no longer accepted.',
      fr: 'Libérez la machine et appairez-la de nouveau : le certificat copié ne sera plus accepté.',
    },
  },
};

/** SEC-03, SEC-04: to the client admins, independent of their switches. */
export function contestedMail(
  how: Contest,
  at: Date,
  machine: { id: string; name: string; timezone: string | null },
  reader: Recipient,
  publicUrl: string,
) {
  const { language } = reader;
  const when = writtenAt(at, reader, machine);
  const tell = (text: Words) => say(text, language, { machine: inert(machine.name), at: when, product: product.name });
  const { subject, what, advice } = wordsByContest[how];
  const parts: MailParts = {
    hello: greetingTo(reader.firstName, language),
    subject: tell(subject),
    lines: [tell(what), tell(advice)],
    link: `${publicUrl}/#/machines/${machine.id}/show`,
    look: tell({ en: 'Open the machine', fr: 'Ouvrir la machine' }),
    why: tell({
      en: 'You receive this because you administer your organisation in %{product}.',
      fr: 'Vous recevez ce message car vous administrez votre organisation dans %{product}.',
    }),
    language: language.toLowerCase(),
  };
  return mailOf(parts);
}
