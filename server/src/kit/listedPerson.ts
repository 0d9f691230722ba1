import { imageAddress } from '@fournil/contract/images/images';
import { iri } from '@fournil/contract/kit/addresses';
import type { ListedPerson } from '@fournil/contract/kit/person';

export function toListedPerson({
  id,
  fullName,
  pictureId,
}: {
  id: string;
  fullName: string;
  pictureId: string | null;
}): ListedPerson {
  return { '@id': iri('users', id), id, fullName, imageUrl: pictureId && imageAddress(pictureId) };
}
