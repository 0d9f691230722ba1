import { fromCelsius, type TemperatureUnit } from '@fournil/contract/kit/units';
import { heatSpans, type ProgramSettings, totalSeconds } from '@fournil/contract/phases/settings';
import { durationText } from '../kit/format/duration.ts';
import { type Place, preheatIndex } from './edits/edits.ts';
import { spanOf } from './edits/nudge.ts';
import { useT } from './messages.ts';

/** The texts of an entry: short name, sentence, and label. */
export function useEntryWords(settings: ProgramSettings, unit: TemperatureUnit) {
  const t = useT();
  const total = totalSeconds(settings);
  const temperature = (celsius: number) => `${fromCelsius(celsius, unit)} °${unit}`;
  const speed = (percent: number) => (percent === 0 ? t('phases.entry.fanOff') : `${percent} %`);

  const name = ({ group, index }: Place) =>
    index === preheatIndex ? t('phases.name.preheat') : t(`phases.name.${group}`, { number: index + 1 });

  function sentence(at: Place): string {
    const { group, index } = at;
    const span = spanOf(settings, at, total);
    const [from, to] = [durationText(span.from), durationText(span.to)];
    const duration = durationText(span.to - span.from);
    const base = { number: index + 1, count: settings[group].length, from, to };
    if (group === 'heat') {
      const step = settings.heat[index];
      if (!step) return t('phases.entry.preheat', { temperature: temperature(settings.preheatTemperatureCelsius) });
      const ring = t(step.notification ? 'phases.entry.ring' : 'phases.entry.noRing');
      return t('phases.entry.heat', { ...base, duration, ring, temperature: temperature(step.temperatureCelsius) });
    }
    if (group === 'fan')
      return t('phases.entry.fan', { ...base, speed: speed(settings.fan[index]?.speedPercent ?? 0) });
    if (group === 'steam')
      return t('phases.entry.steam', { ...base, volume: settings.steam[index]?.volumeCentilitres ?? 0 });
    return t('phases.entry.damper', { ...base, open: t('phases.open', { duration }) });
  }

  function flag(at: Place, before?: ProgramSettings): string {
    const { group, index } = at;
    const span = spanOf(settings, at, total);
    const base = { number: index + 1, from: durationText(span.from), to: durationText(span.to) };
    if (group === 'heat') {
      const step = settings.heat[index];
      if (!step) return t('phases.flag.preheat', { temperature: temperature(settings.preheatTemperatureCelsius) });
      const former = before?.heat[index]?.durationSeconds;
      if (former !== undefined && former !== step.durationSeconds) {
        return t('phases.flag.duration', {
          number: index + 1,
          before: durationText(former),
          after: durationText(step.durationSeconds),
        });
      }
      return t('phases.flag.heat', { ...base, temperature: temperature(step.temperatureCelsius) });
    }
    if (group === 'fan') return t('phases.flag.fan', { ...base, speed: speed(settings.fan[index]?.speedPercent ?? 0) });
    if (group === 'steam')
      return t('phases.flag.steam', { ...base, volume: settings.steam[index]?.volumeCentilitres ?? 0 });
    return t('phases.flag.damper', base);
  }

  /** The whole program in a paragraph: the text of the drawing. */
  function programSentence(): string {
    const all = (group: Place['group']) =>
      settings[group].map((_, index) => `${sentence({ group, index })}.`).join(' ');
    const peak = Math.max(0, ...heatSpans(settings).map((step) => step.temperatureCelsius));
    return t('phases.drawing.summary', {
      total: durationText(total),
      peak: temperature(peak),
      heat: all('heat'),
      fan: all('fan'),
      steam: all('steam'),
      damper: all('damper'),
    });
  }

  return { name, sentence, flag, programSentence, temperature, speed };
}
