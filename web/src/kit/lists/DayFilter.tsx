import { dateAfter, dateOf, startOfDate } from '@fournil/contract/kit/zones';
import { useId } from 'react';
import { useDates } from '../format/dates.ts';
import './filterRow.css';

interface DayFilterProps {
  label: string;
  /** The first day of a period, or its last. */
  end: 'from' | 'to';
  /** An instant: the start of the day, or of the one after the last. */
  value: string | undefined;
  /** Empty for none. */
  onChoose: (value: string) => void;
}

/** One end of a period of whole days of the reader's zone. */
export function DayFilter({ label, end, value, onChoose }: DayFilterProps) {
  const id = useId();
  const { zone } = useDates();
  const days = end === 'to' ? 1 : 0;
  return (
    <span className="filter-row__day">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="date"
        className="control"
        defaultValue={value && dateAfter(dateOf(Date.parse(value), zone), -days)}
        key={value}
        onChange={({ target: { value: date } }) =>
          onChoose(date && new Date(startOfDate(dateAfter(date, days), zone)).toISOString())
        }
      />
    </span>
  );
}
