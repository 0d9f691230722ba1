import type { ProgramImageView } from '@fournil/contract/images/images';
import { product } from '@fournil/contract/product';
import { readingList } from '../../data/index.ts';

/** The maker's whole library; it changes seldom. */
export const avatarsReading = readingList<ProgramImageView>({
  about: 'images',
  path: `/images/${product.slug}`,
  query: { itemsPerPage: 500 },
  staleTime: 60_000,
});
