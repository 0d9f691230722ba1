import { phaseGroupNames } from '@fournil/contract/phases/limits';
import {
  type ProgramSettings,
  peakTemperatureCelsius,
  totalSeconds,
  waterCentilitres,
} from '@fournil/contract/phases/settings';
import { durationText } from '../../kit/format/duration.ts';
import { useTemperature } from '../../kit/format/temperature.ts';
import { useT } from '../messages.ts';
import { pairsOf } from './compare.ts';
import './comparison.css';

/** A line of the comparison: one part for each value, so that only differing values are marked. */
export interface ComparedRow {
  label: string;
  left: readonly string[] | null;
  right: readonly string[] | null;
}

interface ComparisonTableProps {
  left: ProgramSettings;
  right: ProgramSettings;
  /** The headings of the columns. */
  heads: readonly [string, string];
  /** Lines before those of the settings. */
  facts: readonly ComparedRow[];
  /** Show equal lines, too. */
  showsAll: boolean;
}

/** The differences between two programs, line by line; temperatures in the reader's unit, times in minutes. */
export function ComparisonTable({ left, right, heads, facts, showsAll }: ComparisonTableProps) {
  const t = useT();
  const groups = useGroups(left, right, facts).map(({ rows, ...group }) => ({
    ...group,
    rows: showsAll ? rows : rows.filter(isUnlike),
  }));
  const shown = groups.filter(({ rows }) => rows.length > 0);
  if (shown.length === 0) return <p className="comparison__same">{t('phases.compare.same')}</p>;
  return (
    <table className="comparison">
      <caption className="unseen">{t('phases.compare.caption')}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="unseen">{t('phases.compare.what')}</span>
          </th>
          {heads.map((head, index) => (
            <th key={index === 0 ? 'left' : 'right'} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      {shown.map(({ name, rows }) => (
        <tbody key={name || 'facts'}>
          {name && (
            <tr>
              <th scope="rowgroup" colSpan={3} className="comparison__group">
                {name}
              </th>
            </tr>
          )}
          {rows.map((row) => (
            <tr key={`${row.label}${row.left ? 0 : 1}${row.right ? 0 : 1}`}>
              <th scope="row">{row.label}</th>
              <Values of={row.left} against={row.right} />
              <Values of={row.right} against={row.left} />
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}

function isUnlike({ left, right }: ComparedRow): boolean {
  return JSON.stringify(left) !== JSON.stringify(right);
}

function Values({ of, against }: { of: ComparedRow['left']; against: ComparedRow['left'] }) {
  const t = useT();
  if (!of) return <td className="soft">{t('phases.compare.none')}</td>;
  return (
    <td>
      {of.map((value, index) => {
        const key = `${String(index)}${value}`;
        const text = value || t('phases.compare.none');
        return value === against?.[index] ? <span key={key}>{text}</span> : <mark key={key}>{text}</mark>;
      })}
    </td>
  );
}

/** The lines of each part, in the order of the drawing. */
function useGroups(
  left: ProgramSettings,
  right: ProgramSettings,
  facts: readonly ComparedRow[],
): { name: string; rows: ComparedRow[] }[] {
  const t = useT();
  const temperature = useTemperature();
  const both = (label: string, read: (settings: ProgramSettings) => string): ComparedRow => ({
    label,
    left: [read(left)],
    right: [read(right)],
  });
  const texts: { [Group in (typeof phaseGroupNames)[number]]: (settings: ProgramSettings) => string[][] } = {
    heat: ({ heat }) =>
      heat.map((step) => [
        temperature.text(step.temperatureCelsius),
        durationText(step.durationSeconds),
        t(step.notification ? 'phases.compare.rings' : 'phases.compare.noRing'),
      ]),
    fan: ({ fan }) =>
      fan.map((phase) => [
        durationText(phase.startSeconds),
        phase.speedPercent === 0 ? t('phases.off') : `${phase.speedPercent} %`,
      ]),
    steam: ({ steam }) => steam.map((phase) => [durationText(phase.startSeconds), `${phase.volumeCentilitres} cl`]),
    damper: ({ damper }) =>
      damper.map((phase) => [
        durationText(phase.startSeconds),
        t('phases.compare.opens', { duration: durationText(phase.durationSeconds) }),
      ]),
  };
  const summary = [
    both(t('phases.facts.total'), (settings) => durationText(totalSeconds(settings))),
    both(t('phases.facts.preheat'), (settings) => temperature.text(settings.preheatTemperatureCelsius)),
    both(t('phases.facts.peak'), (settings) => temperature.text(peakTemperatureCelsius(settings))),
    both(t('phases.facts.water'), (settings) => `${waterCentilitres(settings)} cl`),
  ];
  return [
    { name: '', rows: [...facts, ...summary] },
    ...phaseGroupNames.map((group) => {
      const [lefts, rights] = [texts[group](left), texts[group](right)];
      const number = (index: number | null) => t(`phases.name.${group}`, { number: (index ?? 0) + 1 });
      return {
        name: t(`phases.lanes.${group}`),
        rows: pairsOf(lefts, rights).map((pair) => ({
          label:
            pair.left !== null && pair.right !== null && pair.left !== pair.right
              ? `${number(pair.left)} → ${pair.right + 1}`
              : number(pair.left ?? pair.right),
          left: pair.left === null ? null : (lefts[pair.left] ?? null),
          right: pair.right === null ? null : (rights[pair.right] ?? null),
        })),
      };
    }),
  ];
}
