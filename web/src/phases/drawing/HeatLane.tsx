import { type HeatSpan, heatSpans } from '@fournil/contract/phases/settings';
import { durationText } from '../../kit/format/duration.ts';
import { heatColour, inkOnHeat } from '../../kit/heat.ts';
import { preheatIndex } from '../edits/edits.ts';
import { decorative, type LaneProps, leastLabelWidth } from './drawing.ts';
import { degrees } from './plot.ts';
import { ViolationMark } from './ViolationMark.tsx';

const heat = { group: 'heat' } as const;

/** The preheat, before the axis, then the steps: the width shows the duration, height and colour the temperature. */
export function HeatLane(props: LaneProps) {
  const { plot, settings, handlers } = props;
  const spans = heatSpans(settings);
  const outline = spans
    .map(
      (step) =>
        `H${plot.clampedX(step.fromSeconds)}V${plot.y(step.temperatureCelsius)}H${plot.clampedX(step.toSeconds)}`,
    )
    .join('');
  return (
    <g {...handlers?.lane('heat')}>
      <Preheat {...props} />
      {spans.map((step) => (
        <Step key={step.index} step={step} {...props} />
      ))}
      {spans.length > 0 && (
        <path className="drawing__outline" d={`M${plot.x(0)} ${plot.y(spans[0]?.temperatureCelsius ?? 0)}${outline}`} />
      )}
      {spans
        .filter((step) => step.notification)
        .map((step) => (
          <Bell
            key={step.index}
            x={Math.max(plot.x(0) + 8, plot.clampedX(step.toSeconds) - 11)}
            y={plot.y(step.temperatureCelsius) - 19}
          />
        ))}
    </g>
  );
}

function Preheat({ plot, settings, handlers }: LaneProps) {
  const at = { ...heat, index: preheatIndex };
  const celsius = settings.preheatTemperatureCelsius;
  const top = plot.y(celsius);
  const { preheatX: x, preheatWidth: width } = plot;
  return (
    <>
      <g {...handlers?.option(at)}>
        <rect x={x} y={plot.top} width={width} height={plot.heatHeight} className="drawing__hit" />
        <rect x={x} y={top} width={width} height={plot.heatBottom - top} fill={heatColour(celsius)} opacity={0.28} />
        <path d={`M${x} ${top}h${width}`} stroke={heatColour(celsius)} strokeWidth={2} strokeDasharray="3 3" />
        {handlers?.breaksRule(at) && <ViolationMark x={x} y={top} width={width} height={plot.heatBottom - top} />}
      </g>
      {!plot.isNarrow && (
        <text
          {...decorative}
          x={x + width / 2}
          y={Math.min(top + 18, plot.heatBottom - 26)}
          className="drawing__preheat"
          textAnchor="middle"
        >
          {degrees(celsius, plot.unit)}
        </text>
      )}
    </>
  );
}

function Step({ step, plot, handlers }: LaneProps & { step: HeatSpan }) {
  const at = { ...heat, index: step.index };
  const left = plot.clampedX(step.fromSeconds);
  const width = plot.clampedX(step.toSeconds) - left;
  const top = plot.y(step.temperatureCelsius);
  const height = plot.heatBottom - top;
  const breaksRule = handlers?.breaksRule(at);
  return (
    <>
      <g {...handlers?.option(at)}>
        <rect x={left} y={plot.top} width={Math.max(2, width)} height={plot.heatHeight} className="drawing__hit" />
        <rect x={left} y={top} width={Math.max(0, width)} height={height} fill={heatColour(step.temperatureCelsius)} />
        {step.index > 0 && <path d={`M${left} ${top}V${plot.heatBottom}`} className="drawing__seam" />}
        {breaksRule && (
          <ViolationMark
            x={left}
            y={Math.min(top, plot.heatBottom - 26)}
            width={Math.max(8, width)}
            height={Math.max(26, height)}
          />
        )}
      </g>
      <StepLabels
        step={step}
        left={left}
        width={width}
        top={top}
        height={height}
        unit={plot.unit}
        isNarrow={plot.isNarrow}
      />
    </>
  );
}

interface StepLabelsProps {
  step: HeatSpan;
  left: number;
  width: number;
  top: number;
  height: number;
  unit: 'C' | 'F';
  isNarrow: boolean;
}

function StepLabels({ step, left, width, top, height, unit, isNarrow }: StepLabelsProps) {
  if (width < (isNarrow ? 26 : leastLabelWidth)) return null;
  const middle = left + width / 2;
  // A step that is too low for its label has it above.
  const isLow = height < 26;
  const ink = isLow ? 'var(--ink)' : inkOnHeat(step.temperatureCelsius);
  return (
    <>
      <text
        {...decorative}
        x={middle}
        y={isLow ? top - 8 : top + (isNarrow ? 21 : 22)}
        className="drawing__temperature"
        textAnchor="middle"
        style={{ fill: ink }}
      >
        {degrees(step.temperatureCelsius, unit)}
      </text>
      {height >= 52 && !isNarrow && (
        <text
          {...decorative}
          x={middle}
          y={top + height - 9}
          className="drawing__length"
          textAnchor="middle"
          style={{ fill: ink }}
        >
          {durationText(step.durationSeconds)}
        </text>
      )}
    </>
  );
}

/** A sign where the oven rings. Decorative: the text of the step says it too. */
function Bell({ x, y }: { x: number; y: number }) {
  return (
    <path
      className="drawing__bell"
      transform={`translate(${x - 7} ${y})`}
      d="M7 1.2a4 4 0 0 1 4 4c0 3.4 1.4 4.4 1.4 4.4H1.6S3 8.6 3 5.2a4 4 0 0 1 4-4ZM5.6 11.8a1.5 1.5 0 0 0 2.8 0"
    />
  );
}
