import { decorative } from './drawing.ts';

interface ViolationMarkProps {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The mark of a broken rule: hatching with a triangle. */
export function ViolationMark({ x, y, width, height }: ViolationMarkProps) {
  return (
    <g {...decorative} className="drawing__violation">
      <rect
        x={x + 0.75}
        y={y}
        width={Math.max(2, width - 1.5)}
        height={height}
        rx={3}
        className="drawing__violation-ground"
      />
      <rect
        x={x + 0.75}
        y={y}
        width={Math.max(2, width - 1.5)}
        height={height}
        rx={3}
        fill="url(#phases-hatch)"
        className="drawing__violation-edge"
      />
      <ViolationTriangle x={x + Math.min(12, Math.max(6, width / 2))} y={y + Math.min(13, height / 2 + 2)} />
    </g>
  );
}

export function ViolationTriangle({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x - 7} ${y - 7})`} className="drawing__triangle">
      <path d="M7 1 13.6 12.5H.4Z" />
      <path d="M7 5v3.6M7 10.5v.1" />
    </g>
  );
}
