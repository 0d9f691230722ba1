import type { ProgramImageView } from '@fournil/contract/images/images';
import { product } from '@fournil/contract/product';
import { queryOptions } from '@tanstack/react-query';
import { members } from '../kit/api.ts';

/** The maker's whole library; it changes seldom. */
export const avatarQuery = queryOptions({
  queryKey: ['images', 'programs', 'choice'],
  queryFn: async ({ signal }) =>
    (await members<ProgramImageView>(`/images/${product.slug}`, { itemsPerPage: 500 }, signal)).data,
  staleTime: 60_000,
});
