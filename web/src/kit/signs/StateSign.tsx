import type { InstallationState } from '@fournil/contract/machines/installation';
import type { MachineState } from '@fournil/contract/machines/machine';
import { rem } from '../rem.ts';

export type Sign = MachineState | InstallationState | 'approved' | 'unapproved' | 'resolved';

/** The drawing and colour of each sign; a word is always beside it. */
const looks: Record<Sign, { shape: keyof typeof shapes; colour: string }> = {
  connected: { shape: 'disc', colour: 'var(--connected)' },
  failing: { shape: 'triangle', colour: 'var(--failing)' },
  away: { shape: 'ring', colour: 'var(--away)' },
  inactive: { shape: 'crossedRing', colour: 'var(--away)' },
  notApproved: { shape: 'diamond', colour: 'var(--not-approved)' },
  notPaired: { shape: 'diamond', colour: 'var(--not-approved)' },
  approved: { shape: 'seal', colour: 'var(--approved)' },
  unapproved: { shape: 'dashedRing', colour: 'var(--not-approved)' },
  synchronised: { shape: 'disc', colour: 'var(--connected)' },
  pending: { shape: 'halfDisc', colour: 'var(--pending)' },
  refused: { shape: 'triangle', colour: 'var(--failing)' },
  changedOnMachine: { shape: 'barredSquare', colour: 'var(--changed)' },
  notSent: { shape: 'diamond', colour: 'var(--not-approved)' },
  resolved: { shape: 'check', colour: 'var(--connected)' },
};

const line = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.75 } as const;

const shapes = {
  disc: <circle cx="8" cy="8" r="5" fill="currentColor" />,
  ring: <circle cx="8" cy="8" r="4.5" {...line} />,
  crossedRing: (
    <g {...line}>
      <circle cx="8" cy="8" r="4.5" />
      <path d="m4.8 11.2 6.4-6.4" />
    </g>
  ),
  triangle: (
    <>
      <path d="M8 1.5 15 14H1Z" fill="currentColor" stroke="currentColor" strokeLinejoin="round" />
      <path d="M8 6v4" stroke="var(--paper)" strokeWidth="1.6" strokeLinecap="round" />
      <circle cx="8" cy="12.2" r="1" fill="var(--paper)" />
    </>
  ),
  halfDisc: (
    <>
      <circle cx="8" cy="8" r="4.8" {...line} />
      <path d="M8 3.2a4.8 4.8 0 0 1 0 9.6Z" fill="currentColor" />
    </>
  ),
  barredSquare: (
    <g {...line}>
      <rect x="3" y="3" width="10" height="10" rx="1.5" />
      <path d="M5.5 8h5" />
    </g>
  ),
  diamond: <path d="M8 2.5 13.5 8 8 13.5 2.5 8Z" {...line} strokeLinejoin="round" />,
  dashedRing: <circle cx="8" cy="8" r="5.5" {...line} strokeDasharray="2.6 1.72" />,
  seal: (
    <>
      <path
        fill="currentColor"
        d="m8 1 1.8 1.3 2.2-.1.6 2.2 1.9 1.2-.8 2.1.8 2.1-1.9 1.2-.6 2.2-2.2-.1L8 14.9l-1.8-1.3-2.2.1-.6-2.2-1.9-1.2.8-2.1-.8-2.1 1.9-1.2.6-2.2 2.2.1Z"
      />
      <path d="m5.4 8 1.9 1.9 3.4-3.7" fill="none" stroke="var(--paper)" strokeWidth="1.5" />
    </>
  ),
  check: <path d="m3 8.5 3.5 3.5L13 4.5" {...line} />,
};

/** The small sign of a state. Decorative: the word has to be beside it. */
export function StateSign({ sign, size = 14 }: { sign: Sign; size?: number }) {
  const { shape, colour } = looks[sign];
  return (
    <svg
      className="sign"
      width={rem(size)}
      height={rem(size)}
      viewBox="0 0 16 16"
      aria-hidden="true"
      style={{ color: colour }}
    >
      {shapes[shape]}
    </svg>
  );
}
