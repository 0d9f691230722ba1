import type {
  Activities,
  Answers,
  Birth,
  Errors,
  Readings,
  Reported,
  Requests,
  Will,
} from '@fournil/contract/machine-link/messages';
import type { LinkedMachine } from '../linkedMachine.ts';

/** A valid message with the machine that sent it. */
export type Report = LinkedMachine & {
  /** Its clock is wrong or was reset: a later arrival is newer, whatever the times are. */
  arrivalWins?: boolean;
} & (
    | { topic: 'birth'; message: Birth }
    | { topic: 'will'; message: Will }
    | { topic: 'activities'; message: Timed<Activities, { saidAt?: string }> }
    | { topic: 'errors'; message: Timed<Errors, { saidStart?: string }> }
    | { topic: 'readings'; message: Timed<Readings, { saidAt?: string }> }
    | { topic: 'reported'; message: Reported }
    | { topic: 'requests'; message: Requests }
    | { topic: 'answers'; message: Answers }
    | { topic: 'alive'; message: { v: 1 } }
    | { topic: 'refused'; message: Refused }
  );

/** Entries with the original time of a wrong clock, where it has been replaced. */
type Timed<Message extends { entries: object[] }, Said> = Omit<Message, 'entries'> & {
  entries: (Message['entries'][number] & Said)[];
};

export interface Refused {
  topic: string;
  reason: string;
}

export type ReportOf<Topic extends Report['topic']> = Extract<Report, { topic: Topic }>;
