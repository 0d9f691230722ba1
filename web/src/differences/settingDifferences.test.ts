import type { ProgramSettings } from '@fournil/contract/phases/settings';
import polyglotI18nProvider from 'ra-i18n-polyglot';
import { describe, expect, it } from 'vitest';
import { noBreak } from '../kit/format/duration.ts';
import { en, fr, type useT } from './messages.ts';
import { settingDifferences } from './settingDifferences.ts';

const in_ = (language: 'en' | 'fr') => {
  const { translate } = polyglotI18nProvider(() => (language === 'en' ? en : fr) as never, language);
  return ((key: string, variables: object) => translate(key, variables)) as ReturnType<typeof useT>;
};

const step = (temperatureCelsius: number, minutes: number, notification = false) => ({
  temperatureCelsius,
  durationSeconds: minutes * 60,
  notification,
});
const fan = (speedPercent: number, minute: number) => ({ speedPercent, startSeconds: minute * 60 });
const steam = (volumeCentilitres: number, minute: number) => ({ volumeCentilitres, startSeconds: minute * 60 });
const damper = (minute: number, minutes: number) => ({ startSeconds: minute * 60, durationSeconds: minutes * 60 });

const approved: ProgramSettings = {
  preheatTemperatureCelsius: 250,
  heat: [step(240, 5), step(225, 10, true), step(210, 4)],
  fan: [fan(100, 0), fan(60, 2)],
  steam: [steam(8, 0)],
  damper: [damper(12, 3)],
};

const plain = (texts: string[]) => texts.map((text) => text.replaceAll(noBreak, ' '));

/** What the oven has, and the words in both languages. */
const cases: [own: Partial<ProgramSettings>, en: string[], fr: string[]][] = [
  [{}, [], []],
  [{ preheatTemperatureCelsius: 240 }, ['preheat: 240 instead of 250 °C'], ['préchauffage : 240 au lieu de 250 °C']],
  [
    { heat: [step(240, 5), step(235, 11, true), step(210, 4)] },
    ['step 2: 235 instead of 225 °C, 1 min longer'],
    ['étape 2 : 235 au lieu de 225 °C, 1 min de plus'],
  ],
  [
    { heat: [step(240, 3.5), step(225, 10, true), step(210, 4)] },
    ['step 1: 1 min 30 s shorter'],
    ['étape 1 : 1 min 30 s de moins'],
  ],
  [
    { heat: [step(240, 5, true), step(225, 10), step(210, 4)] },
    ['rings at the end of step 1', 'does not ring at the end of step 2'],
    ['sonne à la fin de l’étape 1', 'ne sonne pas à la fin de l’étape 2'],
  ],
  [
    { heat: [step(240, 5), step(230, 10), step(210, 4)] },
    ['step 2: 230 instead of 225 °C, does not ring at the end'],
    ['étape 2 : 230 au lieu de 225 °C, ne sonne pas à la fin'],
  ],
  [
    { heat: [step(240, 5), step(225, 10, true), step(220, 5), step(210, 4)] },
    ['step 3 added: 220 °C, 5 min'],
    ['étape 3 ajoutée : 220 °C, 5 min'],
  ],
  [
    { heat: [step(200, 1, true), ...approved.heat] },
    ['step 1 added: 200 °C, 1 min, rings at the end'],
    ['étape 1 ajoutée : 200 °C, 1 min, sonne à la fin'],
  ],
  // The entry that was inserted is found although another one differs, too.
  [
    { heat: [step(240, 5), step(180, 2), step(225, 12, true), step(210, 4)] },
    ['step 2 added: 180 °C, 2 min', 'step 3: 2 min longer'],
    ['étape 2 ajoutée : 180 °C, 2 min', 'étape 3 : 2 min de plus'],
  ],
  [
    { heat: [step(240, 5), step(210, 4)] },
    ['step 2 removed: 225 °C, 10 min, rings at the end'],
    ['étape 2 supprimée : 225 °C, 10 min, sonne à la fin'],
  ],
  [
    { fan: [fan(100, 0), fan(80, 3)] },
    ['fan 2: 80 instead of 60 %, from 3 min instead of 2 min'],
    ['turbine 2 : 80 au lieu de 60 %, dès 3 min au lieu de 2 min'],
  ],
  [{ fan: [fan(0, 0), fan(60, 2)] }, ['fan 1: off instead of 100 %'], ['turbine 1 : arrêt au lieu de 100 %']],
  [{ fan: [fan(100, 0)] }, ['fan 2 removed: 60 % from 2 min'], ['turbine 2 supprimée : 60 % dès 2 min']],
  [{ steam: [steam(10, 0)] }, ['steam 1: 10 instead of 8 cl'], ['buée 1 : 10 au lieu de 8 cl']],
  [
    { steam: [steam(8, 1), steam(4, 6)] },
    ['steam 1: at 1 min instead of 0 min', 'steam 2 added: 4 cl at 6 min'],
    ['buée 1 : à 1 min au lieu de 0 min', 'buée 2 ajoutée : 4 cl à 6 min'],
  ],
  [
    { damper: [damper(10, 5)] },
    ['damper 1: opens at 10 min instead of 12 min, open 2 min longer'],
    ['oura 1 : s’ouvre à 10 min au lieu de 12 min, ouvert 2 min de plus'],
  ],
  [
    { damper: [] },
    ['damper 1 removed: opens at 12 min, open for 3 min'],
    ['oura 1 supprimé : s’ouvre à 12 min, ouvert 3 min'],
  ],
  [
    { preheatTemperatureCelsius: 245, heat: [step(235, 5), ...approved.heat.slice(1)], steam: [] },
    ['preheat: 245 instead of 250 °C', 'step 1: 235 instead of 240 °C', 'steam 1 removed: 8 cl at 0 min'],
    ['préchauffage : 245 au lieu de 250 °C', 'étape 1 : 235 au lieu de 240 °C', 'buée 1 supprimée : 8 cl à 0 min'],
  ],
];

describe('MNU-02 what differs between an oven’s program and the approved one', () => {
  it.each(cases)('is said in words of both languages: %j', (own, english, french) => {
    const theirs = { ...approved, ...own };
    expect(plain(settingDifferences(approved, theirs, { t: in_('en'), unit: 'C' }))).toEqual(english);
    expect(plain(settingDifferences(approved, theirs, { t: in_('fr'), unit: 'C' }))).toEqual(french);
  });

  it('MNU-02 GEN-08 has temperatures in °F for a reader who prefers them, with decimals where they differ in these only', () => {
    const words = (celsius: number) =>
      plain(
        settingDifferences(
          approved,
          { ...approved, heat: [step(celsius, 5), ...approved.heat.slice(1)], preheatTemperatureCelsius: 240 },
          { t: in_('en'), unit: 'F' },
        ),
      );
    expect(words(230)).toEqual(['preheat: 464 instead of 482 °F', 'step 1: 446 instead of 464 °F']);
    expect(words(240.1)).toEqual(['preheat: 464 instead of 482 °F', 'step 1: 464.18 instead of 464 °F']);
  });
});
