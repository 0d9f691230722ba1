import { type MachineView, machineStateOf } from '@fournil/contract/machines/machine';
import { useDates } from '../kit/format/dates.ts';
import { useNow } from '../kit/format/useNow.ts';
import { StateSign } from '../kit/signs/StateSign.tsx';
import { useT } from './messages.ts';
import './machineWords.css';

/** The state of a machine: a sign, a word, and since when. */
export function StateWord({ machine }: { machine: MachineView }) {
  const t = useT();
  const dates = useDates(machine);
  const now = useNow(30_000);
  const state = machineStateOf(machine);
  const since = sinceOf(machine, state);
  return (
    <span className={`state state--${state}`}>
      <StateSign sign={state} />
      <span>{t(`machines.states.${state}`)}</span>
      {since && (
        <time className="soft" dateTime={since} title={dates.date(since, 'exact')}>
          {state === 'away'
            ? t('machines.sinceAt', { at: momentText(since, now, dates) })
            : dates.span((now - Date.parse(since)) / 1000)}
        </time>
      )}
    </span>
  );
}

/** "05:42" for an instant of today, otherwise the day and the time. */
export function momentText(instant: string, now: number, { date }: ReturnType<typeof useDates>): string {
  const isToday = date(instant, 'day') === date(now, 'day');
  return date(instant, isToday ? 'time' : 'dayAndTime');
}

function sinceOf(machine: MachineView, state: ReturnType<typeof machineStateOf>): string | null {
  if (state === 'failing')
    return machine.lastError && !machine.lastError.dateEnd ? machine.lastError.dateStart : machine.connection.since;
  if (state === 'connected' || state === 'away') return machine.connection.since;
  return state === 'notApproved' ? machine.pairing.pairedAt : null;
}
