import type { ImageSize } from '@fournil/contract/images/images';
import type { Generated } from 'kysely';
import type { Json } from './programs.ts';

export interface PictureFile {
  size: ImageSize;
  sha256: string;
  bytes: number;
}

export interface ImageTables {
  pictures: {
    /** 64 hexadecimal digits, random: the address. */
    id: string;
    /** Null: the maker's. */
    organisationId: string | null;
    /** The person of a portrait; null for a picture of a library. */
    userId: string | null;
    /** Pixels of the largest file. */
    side: number;
    files: Json<PictureFile[]>;
    createdAt: Generated<Date>;
  };
  programImages: {
    id: string;
    name: string;
    pictureId: string;
    createdAt: Generated<Date>;
    updatedAt: Generated<Date>;
  };
  machineImages: {
    machineCode: string;
    machineDescription: string | null;
    pictureId: string;
    createdAt: Generated<Date>;
    updatedAt: Generated<Date>;
  };
}
