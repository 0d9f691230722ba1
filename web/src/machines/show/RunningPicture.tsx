import type { MachineView, ReadingView } from '@fournil/contract/machines/machine';
import { useRead } from '../../data/index.ts';
import { durationText } from '../../kit/format/duration.ts';
import { useTemperature } from '../../kit/format/temperature.ts';
import { heatColour, inkOnHeat } from '../../kit/heat.ts';
import { readingsReading } from '../machineQueries.ts';
import { useT } from '../messages.ts';
import type { Progress } from '../progress.ts';

/** Labelled by value, without an axis: the scale starts low enough for what is drawn. */
const picture = { width: 560, height: 84, labelHeight: 18, headroomCelsius: 12 };

/** The running program over time: its past in full colour, its future pale, the measured temperature as a line. */
export function RunningPicture({ machine, progress }: { machine: MachineView; progress: Progress }) {
  const t = useT();
  const temperature = useTemperature();
  const heat = machine.now.program?.heat ?? [];
  const startedAt = Date.parse(machine.now.at ?? '') - (machine.now.program?.elapsedSeconds ?? 0) * 1000;
  const from = machine.now.since ?? new Date(startedAt).toISOString();
  const { data: readings = [] } = useRead({ ...readingsReading(machine.id, from), enabled: !Number.isNaN(startedAt) });
  const points = pointsOf(readings, startedAt, progress, machine.now.chamberTemperatureCelsius);
  const { x, y } = scaleOf(heat, points, progress.totalSeconds);
  const spans = heat.map((step, index) => ({
    ...step,
    index,
    from: heat.slice(0, index).reduce((sum, one) => sum + one.durationSeconds, 0),
  }));
  const at = x(progress.elapsedSeconds);
  const now = points.at(-1)?.celsius;
  return (
    <figure className="glass__picture">
      <svg
        viewBox={`-6 -8 ${picture.width + 12} ${picture.height + picture.labelHeight + 8}`}
        role="img"
        aria-label={t('machines.glass.picture', {
          name: machine.now.program?.name ?? '',
          done: durationText(progress.elapsedSeconds),
          total: durationText(progress.totalSeconds),
          measured: typeof now === 'number' ? temperature.text(now) : '–',
        })}
      >
        <defs>
          <clipPath id="done">
            <rect x="0" y="-8" width={at} height={picture.height + 8} />
          </clipPath>
        </defs>
        {spans.map((step) => (
          <Step key={step.index} step={step} x={x} y={y} isPale />
        ))}
        <g clipPath="url(#done)">
          {spans.map((step) => (
            <Step key={step.index} step={step} x={x} y={y} />
          ))}
        </g>
        {spans.map((step) => (
          <StepLabel
            key={step.index}
            step={step}
            x={x}
            doneAt={at}
            text={`${temperature.value(step.temperatureCelsius)}°`}
          />
        ))}
        <TimeLabels spans={spans} total={progress.totalSeconds} x={x} />
        <path d={`M${at} -8V${picture.height}`} stroke="#fff" strokeWidth="2" />
        {points.length > 1 && (
          <path d={pathOf(points, x, y)} fill="none" stroke="#fff" strokeWidth="3" strokeLinejoin="round" />
        )}
        {typeof now === 'number' && (
          <circle cx={at} cy={y(now)} r="5" fill="var(--glass)" stroke="#fff" strokeWidth="2.5" />
        )}
      </svg>
    </figure>
  );
}

interface Point {
  seconds: number;
  /** Null while it could not be measured. */
  celsius: number | null;
}
interface Span {
  index: number;
  from: number;
  temperatureCelsius: number;
  durationSeconds: number;
}
type Scale = (value: number) => number;

function pointsOf(
  readings: readonly ReadingView[],
  startedAt: number,
  progress: Progress,
  current: number | null,
): Point[] {
  const points = readings
    .map(({ at, chamberTemperatureCelsius }) => ({
      seconds: (Date.parse(at) - startedAt) / 1000,
      celsius: chamberTemperatureCelsius,
    }))
    .filter(({ seconds }) => seconds >= 0 && seconds <= progress.elapsedSeconds)
    .sort((a, b) => a.seconds - b.seconds);
  return [...points, { seconds: progress.elapsedSeconds, celsius: current }];
}

function scaleOf(
  heat: readonly { temperatureCelsius: number }[],
  points: readonly Point[],
  total: number,
): { x: Scale; y: Scale } {
  const measured = points.flatMap(({ celsius }) => celsius ?? []);
  const all = [...heat.map(({ temperatureCelsius }) => temperatureCelsius), ...measured];
  const top = Math.max(...all, 100) + picture.headroomCelsius;
  const bottom = Math.min(...all, top - 100) - 50;
  return {
    x: (seconds) => (seconds / total) * picture.width,
    y: (celsius) => picture.height - ((celsius - bottom) / (top - bottom)) * picture.height,
  };
}

/** A line that is interrupted where nothing was measured. */
function pathOf(points: readonly Point[], x: Scale, y: Scale): string {
  return points
    .map(({ seconds, celsius }, index) => {
      if (celsius === null) return '';
      const isFirst = (points[index - 1]?.celsius ?? null) === null;
      return `${isFirst ? 'M' : 'L'}${x(seconds).toFixed(1)} ${y(celsius).toFixed(1)}`;
    })
    .join('');
}

function Step({ step, x, y, isPale = false }: { step: Span; x: Scale; y: Scale; isPale?: boolean }) {
  const top = y(step.temperatureCelsius);
  return (
    <rect
      x={x(step.from)}
      y={top}
      width={Math.max(0, x(step.durationSeconds) - 1.5)}
      height={picture.height - top}
      fill={heatColour(step.temperatureCelsius)}
      opacity={isPale ? 0.3 : 1}
    />
  );
}

/** In the middle of its step; in the running step beside the line of the present time. */
function StepLabel({ step, x, doneAt, text }: { step: Span; x: Scale; doneAt: number; text: string }) {
  const left = x(step.from);
  const right = left + x(step.durationSeconds);
  const isRunning = doneAt > left && doneAt < right;
  const isDone = doneAt >= right || (isRunning && doneAt - left > right - doneAt);
  const from = isRunning && !isDone ? doneAt : left;
  const to = isRunning && isDone ? doneAt : right;
  if (to - from < 40) return null;
  return (
    <text
      x={(from + to) / 2}
      y={picture.height - 7}
      textAnchor="middle"
      style={{ fontWeight: 'var(--weight-strong)' }}
      fill={isDone ? inkOnHeat(step.temperatureCelsius) : '#fff'}
    >
      {text}
    </text>
  );
}

function TimeLabels({ spans, total, x }: { spans: readonly Span[]; total: number; x: Scale }) {
  // "3 min 30 s" and "1 h 02 min 30 s" need as much.
  const apart = total < 3600 ? 90 : 125;
  const marks = [...spans.map(({ from }) => from), total].filter(
    (mark, index, all) =>
      index === 0 ||
      index === all.length - 1 ||
      (x(mark) > apart && x(mark) < picture.width - apart && x(mark - (all[index - 1] ?? 0)) > apart),
  );
  return marks.map((mark) => (
    <text
      key={mark}
      x={x(mark)}
      y={picture.height + 15}
      textAnchor={mark === 0 ? 'start' : mark === total ? 'end' : 'middle'}
      fill="var(--on-glass-soft)"
    >
      {durationText(mark)}
    </text>
  ));
}
