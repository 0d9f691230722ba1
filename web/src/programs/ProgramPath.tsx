import type { ProgramView } from '@fournil/contract/programs/program';
import { Link } from 'react-router-dom';
import { useT } from './messages.ts';
import './programPath.css';

/** The breadcrumb: the list, and on the pages below a program the program. */
export function ProgramPath({ program }: { program?: Pick<ProgramView, 'id' | 'name'> }) {
  const t = useT();
  return (
    <p className="program-path">
      <Link to="/programs">{t('resources.programs.list.title')}</Link>
      {program && (
        <>
          {' / '}
          <Link to={`/programs/${program.id}/show`}>{program.name}</Link>
        </>
      )}
    </p>
  );
}
