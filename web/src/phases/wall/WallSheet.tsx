import type { TemperatureUnit } from '@fournil/contract/kit/units';
import { phaseGroupNames } from '@fournil/contract/phases/limits';
import { phaseGroupsOf } from '@fournil/contract/phases/phaseGroups';
import {
  type ProgramSettings,
  peakTemperatureCelsius,
  totalSeconds,
  waterCentilitres,
} from '@fournil/contract/phases/settings';
import { createPortal } from 'react-dom';
import { useDates } from '../../kit/format/dates.ts';
import { durationText } from '../../kit/format/duration.ts';
import { useNow } from '../../kit/format/useNow.ts';
import { columnsOf, readText } from '../columns.ts';
import { ProgramDrawing } from '../drawing/ProgramDrawing.tsx';
import { valueAt } from '../edits/edits.ts';
import { useT } from '../messages.ts';
import { useEntryWords } from '../useEntryWords.ts';
import { wallLayout, wallTables } from './wallLayout.ts';
import './wallSheet.css';

interface WallSheetProps {
  name: string;
  description?: string | null;
  imageUrl?: string | null;
  /** Notes that distinguish this sheet from others, such as category and revision. */
  notes?: readonly string[];
  settings: ProgramSettings;
  unit: TemperatureUnit;
}

const paperWidth = 1032;

/** The program on one page for the wall beside the oven; visible in print only. */
export function WallSheet({ name, description, imageUrl = null, notes = [], settings, unit }: WallSheetProps) {
  const t = useT();
  const dates = useDates();
  const now = useNow(60_000);
  const words = useEntryWords(settings, unit);
  const facts = [
    `${t('phases.facts.total')} ${durationText(totalSeconds(settings))}`,
    `${t('phases.facts.preheat')} ${words.temperature(settings.preheatTemperatureCelsius)}`,
    `${t('phases.facts.peak')} ${words.temperature(peakTemperatureCelsius(settings))}`,
    `${t('phases.facts.water')} ${waterCentilitres(settings)} cl`,
  ];
  const { zoom, columns, rows: rowsOfTable } = wallLayout(phaseGroupNames.map((group) => settings[group].length));
  return createPortal(
    <div className="wall-sheet" aria-hidden="true" style={{ zoom }}>
      {imageUrl && <img className="wall-sheet__picture" src={imageUrl} width={72} height={72} alt="" />}
      <div className="wall-sheet__title">{name}</div>
      {description && <div>{description}</div>}
      <div className="wall-sheet__facts">{facts.join('   ·   ')}</div>
      <ProgramDrawing phaseGroups={phaseGroupsOf(settings)} unit={unit} width={paperWidth} />
      <div className="wall-sheet__groups" style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
        {phaseGroupNames.flatMap((group) =>
          wallTables(settings[group].length, rowsOfTable).map((rows, table) => (
            <WallTable key={`${group}${String(table)}`} group={group} rows={rows} settings={settings} unit={unit} />
          )),
        )}
      </div>
      <div className="wall-sheet__foot">
        {[...notes, t('phases.wall.printed', { date: dates.date(now, 'day') })].join('   ·   ')}
      </div>
    </div>,
    document.body,
  );
}

interface WallTableProps extends Pick<WallSheetProps, 'settings' | 'unit'> {
  group: (typeof phaseGroupNames)[number];
  /** The entries of this table. */
  rows: readonly number[];
}

function WallTable({ group, rows, settings, unit }: WallTableProps) {
  const t = useT();
  return (
    <table>
      <caption>{t(`phases.lanes.${group}`)}</caption>
      <thead>
        <tr>
          <th />
          {columnsOf[group].map(({ criterion, label }) => (
            <th key={criterion}>{t(`phases.table.${label}`)}</th>
          ))}
          {group === 'heat' && <th>{t('phases.table.ring')}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((index) => (
          <tr key={`${group}${String(index)}`}>
            <td>{index + 1}</td>
            {columnsOf[group].map(({ criterion }) => (
              <td key={criterion}>{readText(criterion, valueAt(settings, { group, index }, criterion), unit)}</td>
            ))}
            {group === 'heat' && <td>{settings.heat[index]?.notification ? '●' : ''}</td>}
          </tr>
        ))}
        {settings[group].length === 0 && (
          <tr>
            <td colSpan={3}>{t('phases.wall.none')}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}
