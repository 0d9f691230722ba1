import type { ProgramView } from '@fournil/contract/programs/program';
import { Link } from 'react-router-dom';
import { StateSign } from '../kit/signs/StateSign.tsx';
import { useT } from './messages.ts';
import './programWords.css';

/** PRG-03: red with a seal when approved, blue with a dashed ring when not. */
export function ProgramName({ program }: { program: Pick<ProgramView, 'id' | 'name' | 'approved'> }) {
  const t = useT();
  return (
    <Link
      to={`/programs/${program.id}/show`}
      className={`program-name ${program.approved ? 'name--approved' : 'name--unapproved'}`}
      title={program.name}
    >
      <StateSign sign={program.approved ? 'approved' : 'unapproved'} />
      <span className="program-name__text">{program.name}</span>
      <span className="unseen">
        , {t(program.approved ? 'resources.programs.states.approved' : 'resources.programs.states.unapproved')}
      </span>
    </Link>
  );
}

/** The state in a word. */
export function ProgramState({
  program,
}: {
  program: Pick<ProgramView, 'approved' | 'revision' | 'approvedRevision'>;
}) {
  const t = useT();
  const { approved, revision, approvedRevision } = program;
  if (approved)
    return <span className="program-state program-state--approved">{t('resources.programs.states.approved')}</span>;
  if (approvedRevision === null)
    return <span className="program-state program-state--unapproved">{t('resources.programs.states.unapproved')}</span>;
  return (
    <span
      className="program-state program-state--unapproved"
      title={t('resources.programs.states.editWaitsHint', { approved: approvedRevision, revision })}
    >
      {t('resources.programs.states.editWaits')}
    </span>
  );
}
