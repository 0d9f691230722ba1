import { say } from '@fournil/contract/kit/words';
import { machineCategories } from '@fournil/contract/machines/catalogue';
import { settingsOf } from '@fournil/contract/phases/phaseGroups';
import { useId, useMemo, useState } from 'react';
import { useLanguage } from '../../kit/useT.ts';
import { type ComparedRow, ComparisonTable, ProgramDrawing } from '../../phases/index.ts';
import { useT } from '../messages.ts';
import { SideHead } from './SideHead.tsx';
import type { Compared } from './useSide.ts';

interface ComparisonProps {
  left: Compared;
  right: Compared;
  /** Null for the current revision. */
  onLeft: (revision: number | null) => void;
  onRight: (revision: number | null) => void;
  onSwap: () => void;
}

export function Comparison({ left, right, onLeft, onRight, onSwap }: ComparisonProps) {
  const t = useT();
  const id = useId();
  const [showsAll, setShowsAll] = useState(false);
  const [one, other] = useMemo(
    () => [settingsOf(left.phaseGroups), settingsOf(right.phaseGroups)],
    [left.phaseGroups, right.phaseGroups],
  );
  const facts = useFacts(left, right);
  const isSame = JSON.stringify(left.phaseGroups) === JSON.stringify(right.phaseGroups);
  const head = ({ name, revision }: Compared) => t('resources.programs.compare.head', { name, revision });
  return (
    <div className="page compare">
      <div className="page__head">
        <h1>{t('resources.programs.compare.title')}</h1>
        <button type="button" className="button" onClick={onSwap}>
          {t('resources.programs.compare.swap')}
        </button>
      </div>
      <p className="soft">{t(isSame ? 'resources.programs.compare.same' : 'resources.programs.compare.legend')}</p>
      <div className="compare__sides">
        <section aria-label={t('resources.programs.compare.left')}>
          <SideHead compared={left} onRevision={onLeft} />
          <ProgramDrawing phaseGroups={left.phaseGroups} against={other} />
        </section>
        <section aria-label={t('resources.programs.compare.right')}>
          <SideHead compared={right} onRevision={onRight} />
          <ProgramDrawing phaseGroups={right.phaseGroups} against={one} />
        </section>
      </div>
      <section aria-labelledby={id}>
        <div className="compare__head">
          <h2 id={id}>{t('resources.programs.compare.differences')}</h2>
          <label>
            <input
              type="checkbox"
              className="checkbox"
              checked={showsAll}
              onChange={(event) => setShowsAll(event.target.checked)}
            />
            {t('resources.programs.compare.all')}
          </label>
        </div>
        <ComparisonTable left={one} right={other} heads={[head(left), head(right)]} facts={facts} showsAll={showsAll} />
      </section>
    </div>
  );
}

/** Name and category; description and tags belong to a program, not to one of its revisions. */
function useFacts(left: Compared, right: Compared): ComparedRow[] {
  const t = useT();
  const language = useLanguage();
  const row = (
    field: 'name' | 'category' | 'description' | 'tags',
    textOf: (compared: Compared) => string,
  ): ComparedRow => ({
    label: t(`resources.programs.fields.${field}`),
    left: [textOf(left)],
    right: [textOf(right)],
  });
  const always = [
    row('name', ({ name }) => name),
    row('category', ({ program }) => say(machineCategories[program.category].name, language)),
  ];
  if (left.program.id === right.program.id) return always;
  return [
    ...always,
    row('description', ({ program }) => program.description ?? ''),
    row('tags', ({ program }) => program.tags.map(({ name }) => name).join(', ')),
  ];
}
