import { restrictedProgram } from '@fournil/contract/programs/program';
import { Link } from 'react-router-dom';
import { problemOf } from '../data/index.ts';
import { EmptyState } from '../kit/pages/EmptyState.tsx';
import { useTitle } from '../kit/pages/useTitle.ts';
import { useMay } from '../kit/session/profile.ts';
import { StateSign } from '../kit/signs/StateSign.tsx';
import { useT } from './messages.ts';

/**
 * PRG-03: shown for a program that this person may not open. The server answers that it is restricted only to people
 * who see a machine with this program; for others it does not exist.
 */
export function Restricted({ error }: { error: unknown }) {
  const t = useT();
  const seesAll = useMay()('programs.seeUnapproved');
  const isRestricted = problemOf(error)?.key === restrictedProgram;
  const words = isRestricted
    ? (['title', 'body'] as const)
    : seesAll
      ? (['gone', 'goneBody'] as const)
      : (['unknown', 'unknownBody'] as const);
  const title = t(`resources.programs.restricted.${words[0]}`);
  useTitle(title);
  return (
    <div className="page">
      <EmptyState
        sign={<StateSign sign="unapproved" size={28} />}
        heading="h1"
        title={title}
        body={t(`resources.programs.restricted.${words[1]}`)}
      >
        <Link className="button" to="/programs">
          {t('resources.programs.restricted.back')}
        </Link>
      </EmptyState>
    </div>
  );
}
