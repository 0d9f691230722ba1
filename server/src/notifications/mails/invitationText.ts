import { type Language, say, type Words } from '@fournil/contract/kit/words';
import { product } from '@fournil/contract/product';
import { inert } from './inert.ts';

const invitations = {
  both: {
    en: '%{by} has created a %{product} account for you in %{organisation}.',
    fr: '%{by} a créé pour vous un compte %{product} dans %{organisation}.',
  },
  organisation: {
    en: 'A %{product} account has been created for you in %{organisation}.',
    fr: 'Un compte %{product} a été créé pour vous dans %{organisation}.',
  },
  by: {
    en: '%{by} has created a %{product} administration account for you.',
    fr: '%{by} a créé pour vous un compte d’administration %{product}.',
  },
  neither: {
    en: 'A %{product} administration account has been created for you.',
    fr: 'Un compte d’administration %{product} a été créé pour vous.',
  },
} satisfies Record<string, Words>;

/**
 * USR-04, USR-05: names the inviter and the organisation, as far as they are known; staff belong to no organisation.
 */
export function invitationText(
  { organisation, language }: { organisation: string | null; language: Language },
  by?: string,
): string {
  const words = organisation ? (by ? 'both' : 'organisation') : by ? 'by' : 'neither';
  return say(invitations[words], language, {
    by: inert(by ?? ''),
    organisation: inert(organisation ?? ''),
    product: product.name,
  });
}
