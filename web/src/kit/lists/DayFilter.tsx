import { dateAfter, dateOf, startOfDate } from '@fournil/contract/kit/zones';
import { useEffect, useId, useRef } from 'react';
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

/** While a year is typed, the browser tells of the years 2, 20 and 202. */
const firstDate = '1900-01-01';

/** One end of a period of whole days of the reader's zone. */
export function DayFilter({ label, end, value, onChoose }: DayFilterProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { zone } = useDates();
  const days = end === 'to' ? 1 : 0;
  const date = value ? dateAfter(dateOf(Date.parse(value), zone), -days) : '';
  // What is being typed stays until another day is chosen.
  useEffect(() => {
    if (input.current && input.current.value !== date) input.current.value = date;
  }, [date]);
  const choose = (typed: string) => {
    if (typed === '') onChoose('');
    else if (typed >= firstDate) onChoose(new Date(startOfDate(dateAfter(typed, days), zone)).toISOString());
  };
  return (
    <span className="filter-row__day">
      <label htmlFor={id}>{label}</label>
      <input
        ref={input}
        id={id}
        type="date"
        className="control"
        defaultValue={date}
        onChange={({ target }) => choose(target.value)}
      />
    </span>
  );
}
