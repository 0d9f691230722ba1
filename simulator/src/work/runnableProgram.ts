import { settingsOf } from '@fournil/contract/phases/phaseGroups';
import { type HeatSpan, heatSpans, totalSeconds } from '@fournil/contract/phases/settings';
import type { ProgramBody } from '@fournil/contract/programs/programBody';

/** A program in the form in which the oven runs it. */
export interface RunnableProgram {
  id: string;
  name: string;
  revision: number;
  /** Of the body that runs, changed at the oven or not. */
  sha256: string;
  preheatCelsius: number;
  totalSeconds: number;
  spans: HeatSpan[];
}

export function runnableOf(body: ProgramBody, sha256: string): RunnableProgram {
  const settings = settingsOf(body.phaseGroups);
  return {
    id: body.id,
    name: body.name,
    revision: body.revision,
    sha256,
    preheatCelsius: settings.preheatTemperatureCelsius,
    totalSeconds: totalSeconds(settings),
    spans: heatSpans(settings),
  };
}

/** The present heat phase, counted from 0. */
export function stepAt(program: RunnableProgram, elapsedSeconds: number): number {
  const found = program.spans.findIndex((span) => elapsedSeconds < span.toSeconds);
  return found < 0 ? program.spans.length - 1 : found;
}
