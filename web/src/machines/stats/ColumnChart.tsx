import { type KeyboardEvent, type PointerEvent, useState } from 'react';

export interface ColumnPart {
  name: string;
  value: number;
  colour: string;
}

export interface Column {
  key: string;
  /** The full label, shown when the column is chosen and read by screen readers. */
  label: string;
  /** Under the axis, where there is room. */
  short: string;
  parts: readonly ColumnPart[];
  /** The value as text. */
  text: string;
}

interface ColumnChartProps {
  label: string;
  columns: readonly Column[];
  /** The label at the top of the axis. */
  top: { value: number; text: string };
}

const picture = { width: 1000, height: 168, base: 160 };
const gap = 0.22;

/**
 * A column chart over time. The chosen column is described as text; chosen by pointer, or as in a slider by arrow keys.
 */
export function ColumnChart({ label, columns, top }: ColumnChartProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  const last = columns.length - 1;
  const at = Math.min(chosen ?? last, last);
  const width = picture.width / Math.max(1, columns.length);
  const move = (event: KeyboardEvent) => {
    const next = nextOf(event.key, at, last);
    if (next === null) return;
    event.preventDefault();
    setChosen(next);
  };
  const point = (event: PointerEvent<HTMLElement>) => {
    const { left, width: across } = event.currentTarget.getBoundingClientRect();
    setChosen(Math.max(0, Math.min(last, Math.floor(((event.clientX - left) / across) * columns.length))));
  };
  const column = columns[at];
  return (
    <div className="chart">
      <p className="chart__said" aria-hidden="true">
        {column && (
          <>
            <strong>{column.label}</strong> {column.text}
          </>
        )}
      </p>
      <div
        className="chart__plot"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, last)}
        aria-valuenow={at}
        aria-valuetext={column ? `${column.label}: ${column.text}` : ''}
        onKeyDown={move}
        onPointerMove={point}
        onPointerDown={point}
      >
        <span className="chart__top" aria-hidden="true">
          {top.text}
        </span>
        <svg viewBox={`0 0 ${picture.width} ${picture.height}`} preserveAspectRatio="none" aria-hidden="true">
          <path
            d={`M0 ${picture.height - picture.base}H${picture.width}`}
            className="chart__line"
            vectorEffect="non-scaling-stroke"
          />
          {chosen !== null && (
            <rect x={at * width} y={0} width={width} height={picture.height} className="chart__chosen" />
          )}
          {columns.map((one, index) => (
            <Stack
              key={one.key}
              parts={one.parts}
              x={index * width + (width * gap) / 2}
              width={width * (1 - gap)}
              most={top.value}
            />
          ))}
          <path d={`M0 ${picture.height}H${picture.width}`} className="chart__base" vectorEffect="non-scaling-stroke" />
        </svg>
      </div>
      <ol className="chart__axis" aria-hidden="true">
        {columns.map(({ key, short }, index) => (
          <li key={key}>{isShown(index, columns.length) && short}</li>
        ))}
      </ol>
    </div>
  );
}

function Stack({ parts, x, width, most }: { parts: readonly ColumnPart[]; x: number; width: number; most: number }) {
  let below = 0;
  return parts.map(({ name, value, colour }) => {
    const height = (value / most) * picture.base;
    below += height;
    return <rect key={name} x={x} y={picture.height - below} width={width} height={height} fill={colour} />;
  });
}

/** Which columns have a label below the axis: about ten, including the last one. */
function isShown(index: number, count: number): boolean {
  const every = Math.max(1, Math.ceil(count / 10));
  return (count - 1 - index) % every === 0;
}

function nextOf(key: string, at: number, last: number): number | null {
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowDown: -1,
    ArrowRight: 1,
    ArrowUp: 1,
    PageUp: 7,
    PageDown: -7,
  };
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  const step = steps[key];
  return step === undefined ? null : Math.max(0, Math.min(last, at + step));
}
