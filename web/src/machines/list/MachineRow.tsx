import { say } from '@fournil/contract/kit/words';
import { machineCategories } from '@fournil/contract/machines/catalogue';
import { faultTexts } from '@fournil/contract/machines/faults';
import { type MachineView, machineStateOf } from '@fournil/contract/machines/machine';
import { memo, type ReactNode } from 'react';
import { useDates } from '../../kit/format/dates.ts';
import { useNow } from '../../kit/format/useNow.ts';
import { useKitT } from '../../kit/messages.ts';
import { MachinePicture } from '../../kit/signs/MachinePicture.tsx';
import { NowCell } from '../NowCell.tsx';
import { momentText, StateWord } from '../StateWord.tsx';
import type { Column } from './columns.ts';
import { MachineName } from './MachineName.tsx';
import { ProgramsCell } from './ProgramsCell.tsx';

interface MachineRowProps {
  machine: MachineView;
  columns: Column[];
  isSelected: boolean;
  onToggle: (id: string) => void;
}

const cells: Record<Column, (machine: MachineView) => ReactNode> = {
  state: (machine) => <StateWord machine={machine} />,
  now: (machine) => <NowCell machine={machine} />,
  programs: (machine) => <ProgramsCell machine={machine} />,
  lastFault: (machine) => <LastFault machine={machine} />,
  structure: ({ structureName }) => (
    <span className="clamp" title={structureName ?? undefined}>
      {structureName ?? '–'}
    </span>
  ),
  serialNumber: ({ serialNumber }) => serialNumber,
  category: ({ category }) => <CategoryName category={category} />,
  softwareVersion: ({ softwareVersion }) => softwareVersion ?? '–',
};

export const MachineRow = memo(function MachineRow({ machine, columns, isSelected, onToggle }: MachineRowProps) {
  const t = useKitT();
  return (
    <tr data-selected={isSelected || undefined} data-state={machineStateOf(machine)}>
      <td className="data-table__select">
        <input
          type="checkbox"
          className="checkbox"
          checked={isSelected}
          aria-label={t('kit.select', { name: machine.name })}
          onChange={() => onToggle(machine.id)}
        />
      </td>
      <th scope="row">
        <span className="machine-table__name">
          <MachinePicture machine={machine} size={20} />
          <MachineName machine={machine} />
        </span>
      </th>
      {columns.map((column) => (
        <td key={column} data-column={column}>
          {cells[column](machine)}
        </td>
      ))}
    </tr>
  );
});

/** The newest fault with the hour at which it began: in red while it lasts, afterwards in grey. */
export function LastFault({ machine: { lastError, timezone } }: { machine: MachineView }) {
  const dates = useDates({ timezone });
  const now = useNow(60_000);
  if (!lastError) return null;
  const name = say(faultTexts[lastError.code].name, dates.language);
  const exact = `${dates.date(lastError.dateStart, 'exact')}${lastError.dateEnd ? ` – ${dates.date(lastError.dateEnd, 'exact')}` : ''}`;
  return (
    <span
      className={`clamp ${lastError.dateEnd ? 'soft' : 'state--failing'}`}
      title={`${lastError.code} ${name}, ${exact}`}
    >
      <time dateTime={lastError.dateStart}>{momentText(lastError.dateStart, now, dates)}</time> · {lastError.code}{' '}
      {name.toLocaleLowerCase()}
    </span>
  );
}

function CategoryName({ category }: { category: MachineView['category'] }) {
  const { language } = useDates();
  return say(machineCategories[category].name, language);
}
