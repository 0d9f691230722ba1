import type { ProgramSettings } from '@fournil/contract/phases/settings';
import { expect, it } from 'vitest';
import { plotFor } from '../drawing/plot.ts';
import { applyEdit } from '../edits/edits.ts';
import { editOfDrag } from './dragEdit.ts';

/** Values between the steps of a drag, as typed or as written by a reader of the other unit. */
const settings: ProgramSettings = {
  preheatTemperatureCelsius: 250,
  heat: [
    { temperatureCelsius: 232.78, durationSeconds: 395, notification: false },
    { temperatureCelsius: 180, durationSeconds: 1207, notification: false },
  ],
  fan: [
    { startSeconds: 0, speedPercent: 43 },
    { startSeconds: 611, speedPercent: 60 },
  ],
  steam: [{ startSeconds: 37, volumeCentilitres: 8 }],
  damper: [{ startSeconds: 901, durationSeconds: 247 }],
};

it.each(['C', 'F'] as const)(
  'GEN-14 what is dropped where it was taken, or just beside it, keeps its values to the last digit (°%s)',
  (unit) => {
    const plot = plotFor(1000, 1602, unit, 250);
    for (const [at, part] of [
      [{ group: 'heat', index: 0 }, 'level'],
      [{ group: 'heat', index: 0 }, 'to'],
      [{ group: 'heat', index: 1 }, 'from'],
      [{ group: 'fan', index: 0 }, 'level'],
      [{ group: 'fan', index: 1 }, 'from'],
      [{ group: 'steam', index: 0 }, 'from'],
      [{ group: 'damper', index: 0 }, 'from'],
      [{ group: 'damper', index: 0 }, 'to'],
      [{ group: 'damper', index: 0 }, 'whole'],
    ] as const)
      for (const moved of [0, 0.2, -0.2]) {
        const pointer = { x: 300 + moved, y: 60, pressedX: 300, pressedY: 60, shift: false, alt: false };
        const edit = editOfDrag(settings, { at, part } as never, plot, pointer);
        expect([at, part, edit && applyEdit(settings, edit).settings]).toEqual([at, part, settings]);
      }
  },
);
