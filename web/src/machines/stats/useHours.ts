import { useDates } from '../../kit/format/dates.ts';
import { useNumber } from '../../kit/useT.ts';

const tenHours = 36_000;

/** A length of time in hours also beyond a day: "52 h", not "2 d". */
export function useHours(): (seconds: number) => string {
  const { span } = useDates();
  const number = useNumber();
  return (seconds) => (seconds >= tenHours ? `${number(Math.round(seconds / 3600))}\u00a0h` : span(seconds));
}
