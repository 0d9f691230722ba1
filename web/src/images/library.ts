import type { MachineImageView, ProgramImageView } from '@fournil/contract/images/images';
import { product } from '@fournil/contract/product';

/** One picture of either library, as the pages show it. */
export interface LibraryEntry {
  /** The picture's identifier in the calls. */
  key: string;
  name: string;
  description: string | null;
  imageUrl: string;
  uses: number;
  organisations: number;
}

export type Library = 'programs' | 'machines';

interface Calls {
  /** The path of the page and of the calls. */
  path: string;
  entryOf(item: ProgramImageView | MachineImageView): LibraryEntry;
  deletionOf(entry: LibraryEntry): Record<string, string>;
}

/** What differs between the calls of the two libraries. */
export const libraries: Record<Library, () => Calls> = {
  programs: () => ({
    path: `/images/${product.slug}`,
    entryOf: (item) => {
      const { avatar, name, imageUrl, programCount, organisationCount } = item as ProgramImageView;
      return {
        key: avatar,
        name,
        description: null,
        imageUrl,
        uses: programCount ?? 0,
        organisations: organisationCount ?? 0,
      };
    },
    deletionOf: ({ key }) => ({ image: key }),
  }),
  machines: () => ({
    path: '/images/machines',
    entryOf: (item) => {
      const { machineCode, machineDescription, imageUrl, machineCount, organisationCount } = item as MachineImageView;
      return {
        key: machineCode,
        name: machineCode,
        description: machineDescription,
        imageUrl,
        uses: machineCount,
        organisations: organisationCount,
      };
    },
    deletionOf: ({ key }) => ({ machineCode: key }),
  }),
};

/** The address of a library's page: `/images-fournil`, `/images-machines`. */
export function pageOf(library: Library): string {
  return `/images-${library === 'machines' ? 'machines' : product.slug}`;
}
