import { type MachineView, machineStateOf } from '@fournil/contract/machines/machine';
import { useDates } from '../../kit/format/dates.ts';
import { durationText } from '../../kit/format/duration.ts';
import { useTemperature } from '../../kit/format/temperature.ts';
import { useNow } from '../../kit/format/useNow.ts';
import { useT } from '../messages.ts';
import { lastContactOf, useNowText } from '../NowCell.tsx';
import { type Progress, progressOf } from '../progress.ts';
import { RunningPicture } from './RunningPicture.tsx';
import './liveStrip.css';

/** The live state of this machine. */
export function LiveStrip({ machine }: { machine: MachineView }) {
  const now = useNow(1000);
  if (!machine.active) return <OutOfService />;
  if (!machine.connection.connected) return <NoContact machine={machine} />;
  const progress = progressOf(machine, now);
  return (
    <section className="glass" data-running={progress !== null}>
      <What machine={machine} now={now} />
      <Measured machine={machine} />
      {progress && (
        <>
          <RunningPicture machine={machine} progress={progress} />
          <Remaining machine={machine} progress={progress} now={now} />
        </>
      )}
    </section>
  );
}

function What({ machine, now }: { machine: MachineView; now: number }) {
  const t = useT();
  const dates = useDates(machine);
  const text = useNowText(machine, now);
  const { program, since, doorOpen } = machine.now;
  const isWaiting = machineStateOf(machine) === 'notApproved';
  return (
    <div className="glass__what">
      <span className="glass__label">{t('machines.glass.now')}</span>
      <strong className="glass__name">{program?.name ?? text}</strong>
      {program && program.step > 0 && (
        <span>{t('machines.glass.step', { step: program.step, count: program.stepCount })}</span>
      )}
      {since && (program || !isWaiting) && (
        <span className="glass__label" title={dates.date(since, 'exact')}>
          {program
            ? t('machines.glass.started', { at: dates.date(since, 'time') })
            : t('machines.glass.since', { span: dates.span((now - Date.parse(since)) / 1000) })}
        </span>
      )}
      {doorOpen && <span>{t('machines.glass.doorOpen')}</span>}
      {isWaiting && <span>{t('machines.pairing.waits')}</span>}
    </div>
  );
}

function Measured({ machine: { now } }: { machine: MachineView }) {
  const t = useT();
  const temperature = useTemperature();
  const { chamberTemperatureCelsius: measured, setTemperatureCelsius: target, doorOpen } = now;
  // Before the first reading the door is not known either; after it, the probe is broken.
  if (measured === null && doorOpen === null) return null;
  return (
    <div className="glass__measured">
      <span className="glass__label">{t('machines.glass.measured')}</span>
      <span className="glass__figure">
        {measured === null ? '–' : temperature.value(measured)}
        <small>{temperature.symbol}</small>
      </span>
      {target !== null && (
        <span>
          <SetTo text={t('machines.glass.set', { temperature: temperature.text(target) })} />
          {measured !== null && (
            <>
              {' · '}
              <Gap degrees={temperature.value(measured) - temperature.value(target)} />
            </>
          )}
        </span>
      )}
    </div>
  );
}

function SetTo({ text }: { text: string }) {
  const at = text.search(/\d/);
  return (
    <>
      {text.slice(0, at)}
      <strong>{text.slice(at)}</strong>
    </>
  );
}

function Gap({ degrees }: { degrees: number }) {
  const t = useT();
  if (degrees === 0) return t('machines.glass.exact');
  return degrees < 0 ? t('machines.glass.below', { degrees: -degrees }) : t('machines.glass.above', { degrees });
}

function Remaining({ machine, progress, now }: { machine: MachineView; progress: Progress; now: number }) {
  const t = useT();
  const dates = useDates(machine);
  return (
    <div className="glass__remaining">
      <span className="glass__label">{t('machines.glass.remaining')}</span>
      <span className="glass__figure" role="timer">
        {progress.remainingSeconds < 3600
          ? durationText(progress.remainingSeconds)
          : dates.span(progress.remainingSeconds)}
      </span>
      <span>{t('machines.glass.ends', { at: dates.date(now + progress.remainingSeconds * 1000, 'time') })}</span>
    </div>
  );
}

function OutOfService() {
  const t = useT();
  return (
    <section className="glass glass--silent">
      <div className="glass__what">
        <span className="glass__label">{t('machines.glass.now')}</span>
        <strong className="glass__name">{t('machines.states.inactive')}</strong>
      </div>
      <p className="glass__label">{t('machines.glass.inactiveHint')}</p>
    </section>
  );
}

function NoContact({ machine }: { machine: MachineView }) {
  const t = useT();
  const dates = useDates(machine);
  const now = useNow(30_000);
  const since = lastContactOf(machine);
  return (
    <section className="glass glass--silent">
      <div className="glass__what">
        <span className="glass__label">{t('machines.glass.now')}</span>
        <strong className="glass__name">{t('machines.glass.noContact')}</strong>
        {since && (
          <span title={dates.date(since, 'exact')}>
            {t('machines.glass.noContactSince', { ago: dates.ago(since, now) })}
          </span>
        )}
      </div>
      <p className="glass__label">{t('machines.glass.noContactHint')}</p>
    </section>
  );
}
