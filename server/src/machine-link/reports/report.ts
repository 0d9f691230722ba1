import type {
  Activities,
  Answers,
  Birth,
  Changed,
  Errors,
  Readings,
  Reported,
  Requests,
  Will,
} from '@fournil/contract/machine-link/fromMachines';
import type { RefusalCode, RefusedList } from '@fournil/contract/machine-link/refusals';
import type { LinkedMachine } from '../linkedMachine.ts';

/** A valid message with the machine that sent it. */
export type Report = LinkedMachine & {
  /** Its clock is wrong or was reset: a later arrival is newer, whatever the times are. */
  arrivalWins?: boolean;
  /** Of a birth: that the machine is connected counts, and nothing else of it. */
  isPresenceOnly?: boolean;
  /** What of it was refused is told to the machine, and not counted. */
  isUncounted?: boolean;
  /** MKR-01: what of its message breaks the protocol and is not stored. */
  refused?: Refused[];
} & (
    | { topic: 'birth'; message: Birth }
    | { topic: 'will'; message: Will }
    | { topic: 'activities'; message: Timed<Activities, { saidAt?: string }> }
    | { topic: 'errors'; message: Timed<Errors, { saidStart?: string }> }
    | { topic: 'readings'; message: Timed<Readings, { saidAt?: string }> }
    | { topic: 'reported'; message: Reported }
    | { topic: 'changed'; message: Changed }
    | { topic: 'requests'; message: Requests }
    | { topic: 'answers'; message: Answers }
    | { topic: 'alive'; message: { v: 1 } }
    | { topic: 'refused'; message: object }
  );

/** Entries with the original time of a wrong clock, where it has been replaced. */
type Timed<Message extends { entries: object[] }, Said> = Omit<Message, 'entries'> & {
  entries: (Message['entries'][number] & Said)[];
};

/** A message, or one entry of it, that is refused for ever. */
export interface Refused {
  topic: string;
  /** The list in which the entry stands, and its place there; absent for a whole message. */
  list?: RefusedList;
  index?: number;
  id?: string;
  /** Of the payload of the message, where there is no id. */
  messageSha256?: string;
  code: RefusalCode;
  /** The variables of the code's words. */
  args: Record<string, string | number>;
  field?: string;
  /** The beginning of what was refused; of the first entries of a message only. */
  excerpt?: string;
}

export type ReportOf<Topic extends Report['topic']> = Extract<Report, { topic: Topic }>;
