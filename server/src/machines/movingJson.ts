import {
  type Json,
  jsonOf,
  jsonOfArray,
  jsonOfCode,
  jsonOfCodeOrNull,
  jsonOfInstant,
  jsonOfInstantOrNull,
  jsonOfObject,
  jsonOfPlain,
  jsonOfText,
  jsonWritten,
  type Sql,
  sqlOf,
} from '../db/jsonText.ts';

/** The changing values of a row of `machineStates`, which a list shows and a live event contains. */
export function movingJson(seesPrograms: boolean): Record<'connection' | 'now' | 'lastError' | 'openErrorCount', Json> {
  return {
    connection: jsonOfObject({
      connected: jsonOfPlain(state('connected')),
      since: jsonOfInstantOrNull(state('connectionSince')),
      twoPlacesAt: jsonOfInstantOrNull(state('twoPlacesAt')),
    }),
    now: jsonOfObject({
      occupation: jsonOfCode(state('occupation')),
      since: jsonOfInstantOrNull(state('occupationSince')),
      at: jsonOfInstantOrNull(`coalesce(${state('readingAt')}, ${state('activityAt')})`),
      program: jsonWritten(
        `case when ${state('occupation')} = 'program' then ${sqlOf(runningProgram(seesPrograms))} else 'null' end`,
      ),
      chamberTemperatureCelsius: jsonOfPlain(state('chamberTemperatureCelsius')),
      setTemperatureCelsius: jsonOfPlain(state('setTemperatureCelsius')),
      doorOpen: jsonOfPlain(state('doorOpen')),
      mode: jsonOfText(state('mode')),
    }),
    lastError:
      jsonWritten(`case when ${state('lastErrorCode')} is not null and ${state('lastErrorStart')} is not null then
      ${sqlOf(lastError)} else 'null' end`),
    openErrorCount: jsonOfPlain(state('openErrorCount')),
  };
}

function state(column: string): Sql {
  return `"machineStates"."${column}"`;
}

const lastError = jsonOfObject({
  code: jsonOfCode(state('lastErrorCode')),
  dateStart: jsonOfInstant(state('lastErrorStart')),
  dateEnd: jsonOfInstantOrNull(state('lastErrorEnd')),
});

function runningProgram(seesPrograms: boolean): Json {
  const numberOf = (column: string) => jsonOfPlain(`coalesce(${state(column)}, 0)`);
  return jsonOfObject({
    id: jsonOfCodeOrNull(state('programId')),
    name: jsonOfText(`coalesce(${state('programName')}, '')`),
    step: numberOf('step'),
    stepCount: numberOf('stepCount'),
    elapsedSeconds: numberOf('elapsedSeconds'),
    totalSeconds: numberOf('programTotalSeconds'),
    heat: seesPrograms ? heatOfRunning : jsonOf([]),
  });
}

/**
 * Temperature and duration of each step of what the machine runs, for the progress strip: of the body whose hash it
 * said, a revision or one that was changed at the oven (MNU-02), else of the revision that it said. None where neither
 * is known.
 */
const heatOfRunning = jsonOfArray(`coalesce(
  (select "heatSteps" from "programRevisions" as running where running."organisationId" = ${state('organisationId')}
    and running."programId" = ${state('programId')}
    and case when ${state('programSha256')} is null then running.revision = ${state('programRevision')}
      else running.sha256 = ${state('programSha256')} end
    limit 1),
  (select "heatStepsJson"(changed."phaseGroups") from "changedBodies" as changed
    where changed."organisationId" = ${state('organisationId')} and changed.sha256 = ${state('programSha256')}
      and changed."programId" = ${state('programId')}))`);
