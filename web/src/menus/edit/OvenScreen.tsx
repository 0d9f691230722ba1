import type { MenuPreview } from '@fournil/contract/menus/menu';
import { useState } from 'react';
import { durationText } from '../../kit/format/duration.ts';
import { Picture } from '../../kit/images/Picture.tsx';
import { Icon } from '../../kit/signs/Icon.tsx';
import { useT } from '../messages.ts';
import './ovenScreen.css';

const rows = 6;

/** The list of programs as an oven shows it, six at a time. */
export function OvenScreen({ machine: { name, programs } }: { machine: NonNullable<MenuPreview['machine']> }) {
  const t = useT();
  const [asked, setPage] = useState(0);
  const pages = Math.max(1, Math.ceil(programs.length / rows));
  const page = Math.min(asked, pages - 1);
  const from = page * rows;
  const turns = [
    { icon: 'up', label: t('menus.screen.previous'), to: page - 1 },
    { icon: 'down', label: t('menus.screen.next'), to: page + 1 },
  ] as const;
  return (
    <div className="oven-screen">
      <div className="oven-screen__glass">
        <p className="oven-screen__name">{name}</p>
        {programs.length === 0 && <p className="oven-screen__empty">{t('menus.screen.empty')}</p>}
        <ol start={from + 1} aria-label={t('menus.screen.of', { name })}>
          {programs.slice(from, from + rows).map((program, index) => (
            <li key={program.id}>
              <span className="oven-screen__number">{from + index + 1}</span>
              <Picture imageUrl={program.imageUrl} size={28}>
                <span className="oven-screen__blank" />
              </Picture>
              <span className="oven-screen__program">
                {program.name ?? t('menus.program.restricted')}
                {program.menu === null && <small>{t('menus.screen.byHand')}</small>}
              </span>
              {program.name !== null && <span className="oven-screen__time">{durationText(program.totalSeconds)}</span>}
            </li>
          ))}
        </ol>
      </div>
      {pages > 1 && (
        <div className="oven-screen__turn">
          <span aria-live="polite">{t('menus.screen.page', { page: page + 1, pages })}</span>
          {turns.map(({ icon, label, to }) => (
            <button
              key={icon}
              type="button"
              className="icon-button"
              aria-label={label}
              aria-disabled={to < 0 || to >= pages}
              onClick={() => to >= 0 && to < pages && setPage(to)}
            >
              <Icon name={icon} size={16} />
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
