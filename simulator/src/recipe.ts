import { settingsOf } from '@fournil/contract/phases/phaseGroups';
import { type HeatSpan, heatSpans, totalSeconds } from '@fournil/contract/phases/settings';
import type { ProgramBody } from '@fournil/contract/programs/programBody';

/** A program in the form in which the oven runs it. */
export interface Recipe {
  id: string;
  name: string;
  revision: number;
  preheatCelsius: number;
  totalSeconds: number;
  spans: HeatSpan[];
}

export function recipeOf(body: ProgramBody): Recipe {
  const settings = settingsOf(body.phaseGroups);
  return {
    id: body.id,
    name: body.name,
    revision: body.revision,
    preheatCelsius: settings.preheatTemperatureCelsius,
    totalSeconds: totalSeconds(settings),
    spans: heatSpans(settings),
  };
}

/** The present heat phase, counted from 0. */
export function stepAt(recipe: Recipe, elapsedSeconds: number): number {
  const found = recipe.spans.findIndex((span) => elapsedSeconds < span.toSeconds);
  return found < 0 ? recipe.spans.length - 1 : found;
}
