import type { MenuDetail } from '@fournil/contract/menus/menu';
import { useT } from '../messages.ts';
import { idsOf, useKnownPrograms } from '../parts/knownPrograms.ts';
import { ProgramLine } from '../parts/ProgramLine.tsx';

/** The programs in their order. */
export function MenuPrograms({ menu: { programs } }: { menu: Pick<MenuDetail, 'programs'> }) {
  const t = useT();
  const shown = useKnownPrograms(idsOf(programs), programs);
  if (shown.length === 0) return <p className="soft">{t('menus.show.noProgram')}</p>;
  return (
    <ol className="program-lines">
      {shown.map((program, index) => (
        <li key={program.id}>
          <strong className="program-line__number">{index + 1}</strong>
          <ProgramLine program={program} isLink />
        </li>
      ))}
    </ol>
  );
}
