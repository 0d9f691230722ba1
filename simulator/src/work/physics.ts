import type { MachineCategoryCode, MachineModel } from '@fournil/contract/machines/catalogue';

const roomCelsius = 22;
/** The temperature that the chamber would reach at full power without a thermostat. */
const ceilingCelsius: Record<MachineCategoryCode, number> = {
  deck: 430,
  rack: 400,
  convection: 390,
  combi: 380,
  pizza: 480,
  proofer: 75,
};
/** Seconds of full power for one degree: stone decks heat slowly, moving air quickly. */
const secondsPerKelvin: Record<MachineCategoryCode, number> = {
  deck: 5.5,
  rack: 3.6,
  convection: 2.4,
  combi: 2.6,
  pizza: 6,
  proofer: 9,
};
/** The factor by which an open door increases the loss of heat. */
const doorFactor = 6;

export interface Chamber {
  temperatureCelsius: number;
  energyKilowattHours: number;
}

/** A target below room temperature (slow proofing) is reached by the cooling unit, with the same inertia. */
function restCelsius(target: number | null): number {
  return target !== null && target < roomCelsius ? target - 6 : roomCelsius;
}

/**
 * The chamber's temperature after `seconds`: one heat store, one loss and a thermostat, solved exactly, so that a long
 * step gives the same result as many short ones.
 */
export function chamberAfter(
  chamber: Chamber,
  model: MachineModel,
  target: number | null,
  isDoorOpen: boolean,
  seconds: number,
): Chamber {
  const { temperatureCelsius: from } = chamber;
  const slow = secondsPerKelvin[model.category] * (ceilingCelsius[model.category] - roomCelsius);
  const rest = restCelsius(target);
  if (isDoorOpen) return { ...chamber, temperatureCelsius: towards(from, roomCelsius, (seconds * doorFactor) / slow) };
  if (target === null || target < from) {
    const cooled = towards(from, rest, seconds / slow);
    return target === null || cooled > target
      ? { ...chamber, temperatureCelsius: cooled }
      : held(chamber, model, target, seconds);
  }
  const secondsToTarget =
    -slow * Math.log((ceilingCelsius[model.category] - target) / (ceilingCelsius[model.category] - from));
  if (seconds < secondsToTarget) {
    const heated = towards(from, ceilingCelsius[model.category], seconds / slow);
    return {
      temperatureCelsius: heated,
      energyKilowattHours: chamber.energyKilowattHours + (model.energyKilowatts * seconds) / 3600,
    };
  }
  const used = (model.energyKilowatts * secondsToTarget) / 3600;
  return held(
    { temperatureCelsius: target, energyKilowattHours: chamber.energyKilowattHours + used },
    model,
    target,
    seconds - secondsToTarget,
  );
}

/** At the target the heating only replaces the loss. */
function held(chamber: Chamber, model: MachineModel, target: number, seconds: number): Chamber {
  const duty = Math.abs(target - roomCelsius) / (ceilingCelsius[model.category] - roomCelsius);
  return {
    temperatureCelsius: target,
    energyKilowattHours: chamber.energyKilowattHours + (model.energyKilowatts * duty * seconds) / 3600,
  };
}

function towards(from: number, to: number, timeConstants: number): number {
  return to + (from - to) * Math.exp(-timeConstants);
}
