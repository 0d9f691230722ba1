import { seedModelByCode, seedModels } from '@fournil/contract/machines/catalogue';
import { expect, test } from 'vitest';
import { chamberAfter } from './physics.ts';

const cold = { temperatureCelsius: 22, energyKilowattHours: 0 };

test.each(seedModels.map((model) => [model.code, model] as const))(
  'LNK-07 an oven of model %s reaches its set temperature and holds it',
  (_code, model) => {
    const target = model.category === 'proofer' ? 28 : 240;
    const hot = chamberAfter(cold, model, target, false, 3600);
    expect(hot.temperatureCelsius).toBeCloseTo(target, 5);
    expect(hot.energyKilowattHours).toBeGreaterThan(0);
    expect(hot.energyKilowattHours).toBeLessThanOrEqual(model.energyKilowatts);
    expect(chamberAfter(hot, model, null, true, 60).temperatureCelsius).toBeLessThan(target);
  },
);

test('LNK-07 many short time steps give the same temperature as one long step', () => {
  const model = seedModelByCode('sole-3-12') as (typeof seedModels)[number];
  let chamber = cold;
  for (let second = 0; second < 600; second++) chamber = chamberAfter(chamber, model, 250, false, 1);
  const once = chamberAfter(cold, model, 250, false, 600);
  expect(chamber.temperatureCelsius).toBeCloseTo(once.temperatureCelsius, 6);
  expect(chamber.energyKilowattHours).toBeCloseTo(once.energyKilowattHours, 6);
});

test('LNK-07 a proofer cools down to 4 °C', () => {
  const model = seedModelByCode('pousse-2') as (typeof seedModels)[number];
  expect(chamberAfter(cold, model, 4, false, 4 * 3600).temperatureCelsius).toBeCloseTo(4, 5);
});
