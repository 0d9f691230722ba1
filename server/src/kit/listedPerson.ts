import { imageAddress } from '@fournil/contract/images/images';
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
  return { id, fullName, imageUrl: pictureId && imageAddress(pictureId) };
}
