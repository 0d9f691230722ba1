import { imageAddress } from '@fournil/contract/images/images';
import { iri } from '@fournil/contract/kit/addresses';
import { say } from '@fournil/contract/kit/words';
import { modelByCode } from '@fournil/contract/machines/catalogue';
import type { MachineNow, MachineView } from '@fournil/contract/machines/machine';
import { can } from '@fournil/contract/rights/policy';
import type { Selectable } from 'kysely';
import type { MachineRow, MachineStateRow } from '../db/tables/machines.ts';
import type { Caller } from '../kit/caller.ts';

/** The data of a list row or page: the machine, its state, and related records. */
export interface MachineWithState
  extends Pick<
    MachineRow,
    | 'id'
    | 'name'
    | 'description'
    | 'serialNumber'
    | 'category'
    | 'model'
    | 'structureId'
    | 'timezone'
    | 'softwareVersion'
    | 'pairingOpenUntil'
    | 'pairedAt'
  > {
  active: boolean;
  approved: boolean;
  version: number;
  createdAt: Date;
  updatedAt: Date;
  structureName: string | null;
  programs: { id: string; name: string; approved: boolean; restricted: boolean }[];
  programCount: number;
  image: { machineCode: string; pictureId: string } | null;
  heat: { temperature: number; duration: number }[] | null;
  state: MovingState;
}

export type MovingState = Omit<
  Selectable<MachineStateRow>,
  'machineId' | 'organisationId' | 'session' | 'connectedBefore' | 'reportedDesiredVersion'
>;

/**
 * One machine as this person sees it; a person who may only pick a machine (decision 0020) gets name, category and
 * structure.
 */
export function toMachineView(row: MachineWithState, reader: Caller, now: Date): MachineView {
  const view = toFullView(can(reader, 'programs.show') ? row : { ...row, heat: null }, reader, now);
  return can(reader, 'machines.show') ? view : { ...view, ...hiddenFields };
}

const hiddenFields = {
  description: null,
  serialNumber: '',
  softwareVersion: null,
  timezone: null,
  pairing: { state: 'notPaired', openUntil: null, pairedAt: null },
  connection: { connected: false, since: null, twoPlacesAt: null },
  now: {
    occupation: 'off',
    since: null,
    at: null,
    program: null,
    chamberTemperatureCelsius: null,
    setTemperatureCelsius: null,
    doorOpen: null,
    mode: null,
  },
  lastError: null,
  openErrorCount: 0,
  programs: [],
  programCount: 0,
} satisfies Partial<MachineView>;

function toFullView(row: MachineWithState, reader: Caller, now: Date): MachineView {
  const model = modelByCode(row.model);
  return {
    '@id': iri('machines', row.id),
    '@type': 'Machine',
    id: row.id,
    name: row.name,
    description: row.description,
    serialNumber: row.serialNumber,
    category: row.category,
    model: model?.name ?? row.model,
    format: model ? say(model.format, reader.language) : null,
    type: model?.type ?? null,
    specifications: model
      ? { capacity: say(model.capacity, reader.language), energyKilowatts: model.energyKilowatts }
      : null,
    softwareVersion: row.softwareVersion,
    timezone: row.timezone,
    avatar: row.image?.machineCode ?? null,
    imageUrl: row.image && imageAddress(row.image.pictureId),
    structure: row.structureId && row.structureName !== null ? iri('structures', row.structureId) : null,
    structureName: row.structureName,
    active: row.active,
    approved: row.approved,
    pairing: pairingOf(row, now),
    ...movingOf(row.state, row.heat),
    programs: row.programs.map((one) => (one.restricted ? { ...one, name: null } : one)),
    programCount: row.programCount,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    version: row.version,
  };
}

/** The changing values that a live event contains. */
export function movingOf(
  state: MovingState,
  heat: MachineWithState['heat'],
): Pick<MachineView, 'connection' | 'now' | 'lastError' | 'openErrorCount'> {
  return {
    connection: {
      connected: state.connected,
      since: text(state.connectionSince),
      twoPlacesAt: text(state.twoPlacesAt),
    },
    now: nowOf(state, heat),
    lastError:
      state.lastErrorCode && state.lastErrorStart
        ? {
            code: state.lastErrorCode,
            dateStart: state.lastErrorStart.toISOString(),
            dateEnd: text(state.lastErrorEnd),
          }
        : null,
    openErrorCount: state.openErrorCount,
  };
}

function nowOf(state: MovingState, heat: MachineWithState['heat']): MachineNow {
  return {
    occupation: state.occupation,
    since: text(state.occupationSince),
    at: text(state.readingAt ?? state.activityAt),
    program: state.occupation === 'program' ? programOf(state, heat) : null,
    chamberTemperatureCelsius: state.chamberTemperatureCelsius,
    setTemperatureCelsius: state.setTemperatureCelsius,
    doorOpen: state.doorOpen,
    mode: state.mode,
  };
}

function programOf(state: MovingState, heat: MachineWithState['heat']): MachineNow['program'] {
  return {
    id: state.programId,
    name: state.programName ?? '',
    step: state.step ?? 0,
    stepCount: state.stepCount ?? 0,
    elapsedSeconds: state.elapsedSeconds ?? 0,
    totalSeconds: state.programTotalSeconds ?? 0,
    heat: (heat ?? []).map(({ temperature, duration }) => ({
      temperatureCelsius: temperature,
      durationSeconds: duration,
    })),
  };
}

function pairingOf(row: Pick<MachineRow, 'pairedAt' | 'pairingOpenUntil'>, now: Date): MachineView['pairing'] {
  const open = row.pairedAt === null && row.pairingOpenUntil !== null && row.pairingOpenUntil > now;
  const state = row.pairedAt ? 'paired' : open ? 'windowOpen' : 'notPaired';
  return { state, openUntil: open ? text(row.pairingOpenUntil) : null, pairedAt: text(row.pairedAt) };
}

function text(instant: Date | null): string | null {
  return instant?.toISOString() ?? null;
}
