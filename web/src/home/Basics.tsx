import type { PhaseGroup } from '@fournil/contract/phases/phaseGroups';
import { product } from '@fournil/contract/product';
import type { ReactNode } from 'react';
import { CategoryDrawing } from '../kit/signs/CategoryDrawing.tsx';
import { ProgramThumbnail } from '../kit/signs/ProgramThumbnail.tsx';
import { useT } from './messages.ts';

const example: PhaseGroup[] = [
  {
    phaseGroupType: 'heat',
    prePhaseValues: { temperature: 250 },
    phases: [
      [250, 180],
      [240, 420],
      [215, 480],
      [190, 360],
    ].map(([temperature = 0, duration = 0], index) => ({
      position: index + 1,
      values: { temperature, duration, notification: false },
    })),
  },
];

const line = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.75,
  strokeLinejoin: 'round',
  strokeLinecap: 'round',
} as const;
const pictures: Record<'machines' | 'programs' | 'structures' | 'tags' | 'users', ReactNode> = {
  machines: <CategoryDrawing category="deck" size={32} />,
  programs: <ProgramThumbnail phaseGroups={example} />,
  structures: (
    <svg width="36" height="36" viewBox="0 0 36 36" {...line} aria-hidden="true">
      <path d="M6 3v27h6M6 11h6" />
      <path className="pale" d="M12 5h20v11H12z" />
      <path d="M12 24h20v11H12z" />
    </svg>
  ),
  tags: (
    <svg width="36" height="36" viewBox="0 0 36 36" {...line} aria-hidden="true">
      <path className="pale" d="M4 4v13l16 16 13-13L17 4Z" />
      <path d="M10 10h.01" strokeWidth="3" />
    </svg>
  ),
  users: (
    <svg width="36" height="36" viewBox="0 0 36 36" {...line} aria-hidden="true">
      <path className="pale" d="M11 11h14v5a7 7 0 0 1-14 0Z" />
      <path d="M11 11c-3-1-2-6 2-5 1-4 9-4 10 0 4-1 5 4 2 5M6 34c0-8 5-11 12-11s12 3 12 11" />
    </svg>
  ),
};

/** HOM-02 */
export function Basics() {
  const t = useT();
  return (
    <section className="basics">
      <h2>{t('home.basics.title')}</h2>
      <p className="soft">{t('home.basics.lead', { product: product.name })}</p>
      <ul>
        {(['machines', 'programs', 'structures', 'tags', 'users'] as const).map((name) => (
          <li key={name}>
            <span className="basics__picture">{pictures[name]}</span>
            <BasicsTitle name={name} />
            <p>{t(`home.basics.${name}`)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function BasicsTitle({ name }: { name: keyof typeof pictures }) {
  const t = useT();
  return <h3>{t(`home.basics.names.${name}`)}</h3>;
}
