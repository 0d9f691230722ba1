import { dateAfter, dateOf, startOfDate } from '@fournil/contract/kit/zones';
import { useInput } from 'ra-core';
import { useId } from 'react';
import { useDates } from '../../kit/format/dates.ts';
import { useNow } from '../../kit/format/useNow.ts';
import { FieldFrame } from '../../kit/inputs/FieldFrame.tsx';
import { useT } from '../messages.ts';

/** AUD-02: the last day of an account, in the reader's zone; it ends when that day does. */
export function EndInput() {
  const t = useT();
  const id = useId();
  const { zone } = useDates();
  const now = useNow(60_000);
  const { field, fieldState } = useInput({
    source: 'endsAt',
    format: (endsAt: string | null) => (endsAt ? dateOf(Date.parse(endsAt) - 1, zone) : ''),
    parse: (date: string) =>
      /^\d{4}-\d\d-\d\d$/.test(date) ? new Date(startOfDate(dateAfter(date), zone)).toISOString() : '',
  });
  return (
    <FieldFrame
      id={id}
      label={t('users.form.endsAt')}
      hint={t('users.form.endsAtHint', { zone })}
      error={fieldState.error?.message}
      isRequired={false}
    >
      <input
        {...field}
        id={id}
        type="date"
        className="control"
        min={dateOf(now, zone)}
        aria-invalid={fieldState.invalid}
        aria-describedby={`${id}-foot`}
      />
    </FieldFrame>
  );
}
