import type { MachineView } from '@fournil/contract/machines/machine';
import { type PhaseGroup, settingsOf } from '@fournil/contract/phases/phaseGroups';
import { heatSpans, totalSeconds } from '@fournil/contract/phases/settings';
import { type KeyboardEvent, useRef } from 'react';
import { useDates } from '../../kit/format/dates.ts';
import { heatColour } from '../../kit/heat.ts';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import { useT } from '../messages.ts';
import { clip, type Span, secondsOf } from './spans.ts';
import './dayRibbon.css';

const axis = { width: 1040, height: 36, line: 20 };
const hours = [0, 3, 6, 9, 12, 15, 18, 21, 24];

interface DayRibbonProps {
  days: readonly number[];
  end: number;
  now: number;
  spans: readonly Span[];
  faults: readonly number[];
  phaseGroupsOf: (program: string | null) => readonly PhaseGroup[] | undefined;
  machine: MachineView;
  chosen: number;
  onChoose: (day: number) => void;
}

/** One line per day on an axis of 24 hours. Arrow keys choose the day that the list below describes. */
export function DayRibbon({ days, end, now, spans, faults, phaseGroupsOf, machine, chosen, onChoose }: DayRibbonProps) {
  const t = useT();
  const rows = useRef<(HTMLButtonElement | null)[]>([]);
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const next = chosen + step;
    if (step === 0 || next < 0 || next >= days.length) return;
    event.preventDefault();
    onChoose(next);
    rows.current[next]?.focus();
  };
  return (
    <>
      <div className="ribbon__axis" aria-hidden="true">
        {hours.map((hour) => (
          <span
            key={hour}
            style={{ insetInlineStart: `${(hour / 24) * 100}%` }}
          >{`${String(hour).padStart(2, '0')}:00`}</span>
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a group of toggles, not of form fields */}
      <div className="ribbon" role="group" aria-label={t('machines.history.ribbon')} onKeyDown={move}>
        {days.map((from, index) => (
          <Day
            key={from}
            from={from}
            to={days[index + 1] ?? end}
            now={now}
            spans={spans}
            faults={faults}
            phaseGroupsOf={phaseGroupsOf}
            machine={machine}
            isChosen={index === chosen}
            onChoose={() => onChoose(index)}
            rowRef={(row) => {
              rows.current[index] = row;
            }}
          />
        ))}
      </div>
      <Legend />
    </>
  );
}

interface DayProps extends Pick<DayRibbonProps, 'now' | 'spans' | 'faults' | 'phaseGroupsOf' | 'machine'> {
  from: number;
  to: number;
  isChosen: boolean;
  onChoose: () => void;
  rowRef: (row: HTMLButtonElement | null) => void;
}

function Day({ from, to, now, spans, faults, phaseGroupsOf, machine, isChosen, onChoose, rowRef }: DayProps) {
  const dates = useDates(machine);
  const own = clip(spans, from, to).filter(({ occupation }) => occupation !== 'off');
  const bakes = own.filter(({ occupation }) => occupation === 'program');
  // A run over midnight counts on the day on which it began, as in the statistics.
  const bakesBegun = spans.filter(
    (span) => span.occupation === 'program' && span.from >= from && span.from < to,
  ).length;
  const x = (at: number) => ((at - from) / (to - from)) * axis.width;
  return (
    <button
      ref={rowRef}
      type="button"
      className="ribbon__day"
      aria-pressed={isChosen}
      tabIndex={isChosen ? 0 : -1}
      onClick={onChoose}
    >
      <span className="ribbon__name">{dates.date(from, 'shortDay')}</span>
      <svg viewBox={`0 0 ${axis.width} ${axis.height}`} preserveAspectRatio="none" aria-hidden="true">
        {hours.map((hour) => (
          <path
            key={hour}
            d={`M${(hour / 24) * axis.width} 0V${axis.height}`}
            stroke="var(--hair)"
            vectorEffect="non-scaling-stroke"
          />
        ))}
        {own.map((span) => (
          <path
            key={span.from}
            d={`M${x(span.from)} ${axis.line}H${x(span.to)}`}
            stroke="var(--line-control)"
            strokeWidth="1.5"
            vectorEffect="non-scaling-stroke"
          />
        ))}
        {own.map((span) => (
          <SpanShape key={span.from} span={span} x={x} phaseGroups={phaseGroupsOf(span.program?.id ?? null)} />
        ))}
        {now >= from && now < to && (
          <path
            d={`M${x(now)} 0V${axis.height}`}
            stroke="var(--ink)"
            strokeWidth="2"
            vectorEffect="non-scaling-stroke"
          />
        )}
      </svg>
      <span className="ribbon__faults">
        {faults
          .filter((fault) => fault >= from && fault < to)
          .map((fault) => (
            <span key={fault} style={{ insetInlineStart: `${((fault - from) / (to - from)) * 100}%` }}>
              <StateSign sign="failing" size={14} />
            </span>
          ))}
      </span>
      <span className="ribbon__total">
        <DayTotal isUsed={own.length > 0} begun={bakesBegun} bakes={bakes} />
      </span>
    </button>
  );
}

function DayTotal({ isUsed, begun, bakes }: { isUsed: boolean; begun: number; bakes: readonly Span[] }) {
  const t = useT();
  const { span } = useDates();
  if (!isUsed) return t('machines.history.notUsed');
  const count = t('machines.history.bakes', { smart_count: begun });
  return bakes.length === 0 ? count : t('machines.history.dayTotal', { bakes: count, span: span(secondsOf(bakes)) });
}

/** Bakes are drawn with their heat; every other kind of activity has one shape. */
function SpanShape({
  span,
  x,
  phaseGroups,
}: {
  span: Span;
  x: (at: number) => number;
  phaseGroups: readonly PhaseGroup[] | undefined;
}) {
  const left = x(span.from);
  const width = Math.max(2, x(span.to) - left);
  const pill = { x: left, width, rx: 5, vectorEffect: 'non-scaling-stroke' as const };
  if (span.occupation === 'program') return <Bake left={left} width={width} phaseGroups={phaseGroups} />;
  if (span.occupation === 'preheat')
    return (
      <path d={`M${left} 34L${left + width} 8V34Z`} fill="#f6cc7f" stroke="var(--heat-outline)" strokeWidth="0.5" />
    );
  if (span.occupation === 'wash') return <rect {...pill} y={14} height={12} fill="var(--steam)" />;
  if (span.occupation === 'sleep')
    return <rect {...pill} y={16} height={8} fill="var(--paper)" stroke="var(--line-control)" />;
  if (span.occupation === 'diagnostic')
    return <rect {...pill} y={13} height={14} fill="var(--damper-tint)" stroke="var(--damper)" strokeWidth="1.5" />;
  if (span.occupation === 'manual')
    return <rect {...pill} y={10} height={20} fill="var(--paper)" stroke="#ef834c" strokeWidth="1.75" />;
  return null;
}

function Bake({
  left,
  width,
  phaseGroups,
}: {
  left: number;
  width: number;
  phaseGroups: readonly PhaseGroup[] | undefined;
}) {
  const settings = phaseGroups ? settingsOf(phaseGroups) : null;
  const total = settings ? totalSeconds(settings) : 0;
  if (!settings || total <= 0) return <rect x={left} y={12} width={width} height={22} fill="#e05131" />;
  return heatSpans(settings).map((step) => {
    const height = Math.max(4, (Math.max(0, step.temperatureCelsius - 100) / 150) * 28);
    return (
      <rect
        key={step.index}
        x={left + (step.fromSeconds / total) * width}
        y={34 - height}
        width={(step.durationSeconds / total) * width}
        height={height}
        fill={heatColour(step.temperatureCelsius)}
      />
    );
  });
}

function Legend() {
  const t = useT();
  const shapes = ['bake', 'preheat', 'manual', 'wash', 'sleep', 'diagnostic', 'fault', 'on'] as const;
  return (
    <ul className="legend">
      {shapes.map((shape) => (
        <li key={shape}>
          {shape === 'fault' ? (
            <StateSign sign="failing" />
          ) : (
            <span className={`legend__${shape}`} aria-hidden="true" />
          )}
          {t(`machines.history.legend.${shape}`)}
        </li>
      ))}
    </ul>
  );
}
