import type { MachineState } from '@fournil/contract/machines/machine';
import type { ReactNode } from 'react';

type FleetSign = Extract<MachineState, 'connected' | 'failing' | 'away' | 'notApproved'>;

const cell = { width: 10, perLine: 29 };
const shapes: Record<FleetSign, ReactNode> = {
  connected: <rect width="8" height="8" rx="1" fill="var(--connected)" />,
  failing: <path d="M4 0 8.4 8h-8.8Z" fill="var(--failing)" />,
  away: <rect x="0.75" y="0.75" width="6.5" height="6.5" rx="1" fill="none" stroke="var(--away)" strokeWidth="1.5" />,
  notApproved: <path d="M4 .5 7.5 4 4 7.5.5 4Z" fill="none" stroke="var(--not-approved)" strokeWidth="1.5" />,
};

/** One sign per machine, the most serious state last; above `most` machines the signs show proportions. Decorative. */
export function FleetSigns({
  counts,
  perLine = cell.perLine,
  most = 174,
}: {
  counts: Record<FleetSign, number>;
  perLine?: number;
  most?: number;
}) {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const scale = total > most ? most / total : 1;
  const signs = (['connected', 'failing', 'away', 'notApproved'] as const).flatMap((sign) =>
    Array.from({ length: counts[sign] > 0 ? Math.max(1, Math.round(counts[sign] * scale)) : 0 }, () => sign),
  );
  const lines = Math.max(1, Math.ceil(signs.length / perLine));
  return (
    <svg
      className="fleet-signs"
      width={perLine * cell.width}
      viewBox={`0 -1 ${perLine * cell.width} ${lines * cell.width}`}
      height={lines * cell.width}
      aria-hidden="true"
    >
      {signs.map((sign, index) => (
        <g
          key={index}
          transform={`translate(${(index % perLine) * cell.width} ${Math.floor(index / perLine) * cell.width})`}
        >
          {shapes[sign]}
        </g>
      ))}
    </svg>
  );
}
