import { limits } from '@fournil/contract/phases/limits';
import {
  type ProgramSettings,
  peakTemperatureCelsius,
  totalSeconds,
  waterCentilitres,
} from '@fournil/contract/phases/settings';
import { durationText } from '../kit/format/duration.ts';
import { useTemperature } from '../kit/format/temperature.ts';
import { usePhasesT } from '../phases/index.ts';
import './programWords.css';

/** Five numbers of a program: total duration, preheat, highest temperature, steps, water. */
export function SettingsFacts({ settings }: { settings: ProgramSettings }) {
  const t = usePhasesT();
  const temperature = useTemperature();
  const facts = [
    [t('phases.facts.total'), durationText(totalSeconds(settings))],
    [t('phases.facts.preheat'), temperature.text(settings.preheatTemperatureCelsius)],
    [t('phases.facts.peak'), temperature.text(peakTemperatureCelsius(settings))],
    [t('phases.facts.steps'), `${settings.heat.length} ${t('phases.facts.of', { max: limits.phasesPerGroup })}`],
    [t('phases.facts.water'), `${waterCentilitres(settings)} cl`],
  ];
  return (
    <dl className="program-figures">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
