import { type Language, say, type Words } from '@fournil/contract/kit/words';
import { product } from '@fournil/contract/product';
import { inert } from './inert.ts';

const invitations = {
  both: {
    en: '%{by} has opened an account on %{product} for you, for %{organisation}.',
    fr: '%{by} vous a ouvert un compte sur %{product}, pour %{organisation}.',
  },
  organisation: {
    en: 'An account on %{product} has been opened for you, for %{organisation}.',
    fr: 'Un compte sur %{product} vous a été ouvert, pour %{organisation}.',
  },
  by: {
    en: '%{by} has opened an account on %{product} for you, in its administration.',
    fr: '%{by} vous a ouvert un compte sur %{product}, dans son administration.',
  },
  neither: {
    en: 'An account on %{product} has been opened for you, in its administration.',
    fr: 'Un compte sur %{product} vous a été ouvert, dans son administration.',
  },
} satisfies Record<string, Words>;

/** USR-04, USR-05: who invited to what, as far as it is known; staff belong to no organisation. */
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
