import { say } from '@fournil/contract/kit/words';
import { occupationWords, type WashMode, washModes, washWords } from '@fournil/contract/machines/activities';
import { type MachineView, machineStateOf } from '@fournil/contract/machines/machine';
import { useDates } from '../kit/format/dates.ts';
import { useTemperature } from '../kit/format/temperature.ts';
import { useNow } from '../kit/format/useNow.ts';
import { heatColour } from '../kit/heat.ts';
import { HeatStrip } from '../kit/signs/HeatStrip.tsx';
import { ApproveButton } from './ApproveButton.tsx';
import { ConnectButton } from './forms/ConnectButton.tsx';
import { useT } from './messages.ts';
import { type Progress, progressOf } from './progress.ts';
import { momentText } from './StateWord.tsx';
import './nowCell.css';

/** Shown where the state needs no further words. */
export const nothingNow = '–';

/** What the machine is doing now, with the remaining time, or the action that it needs. */
export function NowCell({ machine }: { machine: MachineView }) {
  const now = useNow(5000);
  const progress = progressOf(machine, now);
  const state = machineStateOf(machine);
  const isWorking = state === 'connected' || state === 'failing';
  const text = useNowText(machine, now);
  return (
    <span className="now">
      <span
        className={
          isWorking && (progress || machine.now.occupation === 'preheat') ? 'now__name clamp' : 'now__name clamp soft'
        }
        data-state={state}
        title={text}
      >
        {text}
      </span>
      {isWorking && progress && <Running machine={machine} progress={progress} />}
      {isWorking && machine.now.occupation === 'preheat' && <Preheating machine={machine} />}
      {state === 'notPaired' && <ConnectButton machine={machine} />}
      {state === 'notApproved' && <ApproveButton machine={machine} />}
    </span>
  );
}

function Running({ machine, progress }: { machine: MachineView; progress: Progress }) {
  const t = useT();
  const { span } = useDates();
  return (
    <>
      <HeatStrip heat={machine.now.program?.heat ?? []} share={progress.share} />
      <span className="now__left">
        {progress.remainingSeconds < 1 ? t('machines.now.done') : leftText(progress.remainingSeconds, span)}
      </span>
    </>
  );
}

function leftText(seconds: number, span: (seconds: number) => string): string {
  return seconds < 60 ? `${Math.ceil(seconds / 5) * 5} s` : span(seconds);
}

function Preheating({ machine: { now } }: { machine: MachineView }) {
  const target = now.setTemperatureCelsius;
  const measured = now.chamberTemperatureCelsius;
  if (target === null || measured === null) return null;
  return (
    <>
      <HeatStrip heat={[]} share={measured / Math.max(1, target)} colour={heatColour(measured)} />
      <span className="now__left" />
    </>
  );
}

/** The last contact with a disconnected machine, which may be later than its last reported activity. */
export function lastContactOf({ now, connection }: MachineView): string | null {
  return (
    [now.at, connection.since]
      .filter((at) => at !== null)
      .sort()
      .at(-1) ?? null
  );
}

/** One line of words for what a machine does. */
export function useNowText(machine: MachineView, now: number): string {
  const t = useT();
  const dates = useDates(machine);
  const working = useWorkText(machine);
  const state = machineStateOf(machine);
  if (state === 'inactive') return nothingNow;
  if (state === 'notPaired') {
    const { openUntil } = machine.pairing;
    const left = openUntil ? (Date.parse(openUntil) - now) / 1000 : 0;
    return left > 0 ? t('machines.now.window', { span: dates.span(left) }) : nothingNow;
  }
  if (state === 'notApproved') return t('machines.now.waiting');
  if (state !== 'away') return working;
  const seen = lastContactOf(machine);
  return seen ? t('machines.now.lastSeen', { at: momentText(seen, now, dates) }) : t('machines.now.never');
}

function useWorkText({ now }: MachineView): string {
  const t = useT();
  const temperature = useTemperature();
  const { language } = useDates();
  const { occupation, program, chamberTemperatureCelsius: measured, setTemperatureCelsius: target, mode } = now;
  const text = say(occupationWords[occupation], language);
  if (occupation === 'program') return program?.name ?? text;
  if (occupation === 'preheat')
    return target === null ? text : t('machines.now.preheating', { temperature: temperature.text(target) });
  if (occupation === 'wash')
    return isWashMode(mode) ? `${t('machines.now.wash')}, ${say(washWords[mode], language)}` : text;
  if (measured === null) return text;
  if (occupation === 'ready') return t('machines.now.readyAt', { temperature: temperature.text(measured) });
  return occupation === 'manual' ? t('machines.now.manualAt', { temperature: temperature.text(measured) }) : text;
}

function isWashMode(mode: string | null): mode is WashMode {
  return washModes.some((one) => one === mode);
}
