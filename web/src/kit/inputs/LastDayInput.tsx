import { dayMilliseconds } from '@fournil/contract/kit/durations';
import { dateAfter, dateOf, startOfDate } from '@fournil/contract/kit/zones';
import { useInput } from 'ra-core';
import { useId } from 'react';
import { useDates } from '../format/dates.ts';
import { useNow } from '../format/useNow.ts';
import { FieldFrame } from './FieldFrame.tsx';

interface LastDayInputProps {
  source: string;
  label: string;
  hint: string;
  isRequired?: boolean;
  /** The latest day, counted from today. */
  mostDays?: number;
}

/** The last day of something, in the reader's zone: the form's value is the instant at which that day ends. */
export function LastDayInput({ source, label, hint, isRequired = false, mostDays }: LastDayInputProps) {
  const id = useId();
  const { zone } = useDates();
  const now = useNow(60_000);
  const { field, fieldState } = useInput({
    source,
    format: (endsAt: string | null) => (endsAt ? dateOf(Date.parse(endsAt) - 1, zone) : ''),
    parse: (date: string) => (/^\d{4}-\d\d-\d\d$/.test(date) ? endOfDay(date, zone) : ''),
  });
  return (
    <FieldFrame id={id} label={label} hint={hint} error={fieldState.error?.message} isRequired={isRequired}>
      <input
        {...field}
        id={id}
        type="date"
        className="control"
        min={dateOf(now, zone)}
        {...(mostDays === undefined ? {} : { max: dateOf(now + mostDays * dayMilliseconds, zone) })}
        aria-invalid={fieldState.invalid}
        aria-describedby={`${id}-foot`}
      />
    </FieldFrame>
  );
}

/** The instant at which a day ends. */
export function endOfDay(date: string, zone: string): string {
  return new Date(startOfDate(dateAfter(date), zone)).toISOString();
}
