import type { AccountTables } from './accounts.ts';
import type { ApiTokenTables } from './apiTokens.ts';
import type { BulkTables } from './bulk.ts';
import type { HistoryTables } from './history.ts';
import type { IdempotencyTables } from './idempotency.ts';
import type { ImageTables } from './images.ts';
import type { LiveTables } from './live.ts';
import type { MachineContentsTables } from './machineContents.ts';
import type { MachineTables } from './machines.ts';
import type { MenuTables } from './menus.ts';
import type { ModelTables } from './models.ts';
import type { ProgramTables } from './programs.ts';
import type { RecycleBinTables } from './recycleBin.ts';
import type { RolloutTables } from './rollouts.ts';
import type { SoftwareUpdateTables } from './softwareUpdates.ts';
import type { StructureTables } from './structures.ts';
import type { WebhookTables } from './webhooks.ts';

/** Every table; the row is the camelCase view of it. */
export interface Tables
  extends AccountTables,
    ApiTokenTables,
    StructureTables,
    ProgramTables,
    MachineTables,
    MachineContentsTables,
    HistoryTables,
    BulkTables,
    IdempotencyTables,
    ImageTables,
    MenuTables,
    ModelTables,
    LiveTables,
    RecycleBinTables,
    RolloutTables,
    SoftwareUpdateTables,
    WebhookTables {}
