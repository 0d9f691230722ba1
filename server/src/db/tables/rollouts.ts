import type { SettingValue } from '@fournil/contract/machine-link/fields';
import type {
  RolloutCounts,
  RolloutKindName,
  RolloutReason,
  RolloutState,
  RolloutView,
} from '@fournil/contract/rollouts/rollout';
import type { RingInput } from '@fournil/contract/rollouts/rolloutInput';
import type { Generated } from 'kysely';
import type { Json } from './programs.ts';

/** SWU-04, MNU-03 */
export interface RolloutTables {
  rollouts: {
    id: string;
    kind: Generated<RolloutKindName>;
    /** Null for those of the maker. */
    organisationId: string | null;
    /** One of these four says what it gives. */
    updateId: string | null;
    programId: string | null;
    menuId: string | null;
    setting: Json<NonNullable<RolloutView['subject']['setting']>> | null;
    /** Of the program, menu or parameter at its start; null for a version, which keeps its name. */
    name: string | null;
    revision: number | null;
    /** The approved one at its start. */
    formerRevision: number | null;
    state: RolloutState;
    reason: RolloutReason | null;
    openAtPercent: number;
    abortAtPercent: number;
    silenceMinutes: number;
    bakesToOpen: number;
    abortAtInterruptedPercent: number;
    allowOlder: boolean;
    thenGeneral: boolean;
    createdAt: Generated<Date>;
    createdBy: string;
    /** The person who asked for it: by starting it, or by a retry that has to be confirmed. */
    askedById: string | null;
    askedBy: string | null;
    confirmedById: Generated<string | null>;
    confirmedBy: Generated<string | null>;
    confirmedAt: Generated<Date | null>;
    /** Each of its rings succeeded. */
    proved: Generated<boolean>;
    endedAt: Generated<Date | null>;
  };
  rolloutRings: {
    rolloutId: string;
    organisationId: string | null;
    position: number;
    name: string;
    chosen: Json<RingInput>;
    size: number;
    openedAt: Date | null;
    doneAt: Generated<Date | null>;
    /** From when on the bakes of its machines count. */
    bakesSince: Generated<Date | null>;
    /** The states of its machines when the rollout ended. */
    counts: Json<RolloutCounts> | null;
  };
  /** The machines of a rollout within an organisation; those of a software rollout are in `machineUpdates`. */
  rolloutMachines: {
    organisationId: string;
    rolloutId: string;
    machineId: string;
    ring: number;
    /** When the machine was given it; null before its ring opens, and outside its hours. */
    givenAt: Date | null;
    /** When it was first seen to hold it. */
    heldAt: Date | null;
    rolledBackAt: Date | null;
    /** The next start of the machine's hours, when its ring opened outside them. */
    notBefore: Date | null;
    /** The revision that it had before in place of the approved one. */
    formerGiven: number | null;
    /** Of a setting, the value that it had before. */
    formerValue: Json<SettingValue> | null;
    /** When it was given it for the first time, and what it had before was noted. */
    firstGivenAt: Date | null;
    /** Of a setting, the change that was sent. */
    commandId: string | null;
  };
}
