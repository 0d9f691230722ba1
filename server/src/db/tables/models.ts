import type { Words } from '@fournil/contract/kit/words';
import type { MachineCategoryCode } from '@fournil/contract/machines/catalogue';
import type { Generated } from 'kysely';
import type { Json } from './programs.ts';

export interface ModelTables {
  /** MKR-05: the maker's models, the same for every organisation. */
  machineModels: {
    code: string;
    name: string;
    category: MachineCategoryCode;
    format: Json<Words>;
    type: 'electric' | 'gas';
    capacity: Json<Words>;
    energyKilowatts: number;
    steamTankCentilitres: number;
    hardwareRevisions: Generated<string[]>;
    /** Not offered for new machines. */
    retired: Generated<boolean>;
    createdAt: Generated<Date>;
    updatedAt: Generated<Date>;
    version: Generated<number>;
  };
}
