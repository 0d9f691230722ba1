import { Link } from 'react-router-dom';
import { durationText } from '../../kit/format/duration.ts';
import { useKitT } from '../../kit/messages.ts';
import { useMay } from '../../kit/session/profile.ts';
import { ProgramPicture } from '../../kit/signs/ProgramPicture.tsx';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import { useT } from '../messages.ts';
import type { ShownProgram } from './knownPrograms.ts';
import './programLine.css';

/** The name of a program, or why there is none. */
export function useProgramName(): (program: Pick<ShownProgram, 'name' | 'deleted'>) => string {
  const t = useT();
  return ({ name, deleted }) => name ?? t(deleted ? 'menus.program.deletedName' : 'menus.program.restricted');
}

/** A program of a menu: picture, name, what is the matter with it in words, duration. */
export function ProgramLine({ program, isLink = false }: { program: ShownProgram; isLink?: boolean }) {
  const t = useT();
  const kitT = useKitT();
  const may = useMay();
  const nameOf = useProgramName();
  const { approved, restricted, deleted } = program;
  const className = `program-line__name ${approved && !deleted ? 'name--approved' : 'name--unapproved'}`;
  const name = (
    <>
      <StateSign sign={approved && !deleted ? 'approved' : 'unapproved'} />
      <span className="clamp">{nameOf(program)}</span>
    </>
  );
  const opens = isLink && !restricted && !deleted && may('programs.show');
  const matter = deleted
    ? t('menus.program.deleted')
    : restricted
      ? kitT('kit.restrictedProgram')
      : !approved && t('menus.program.unapproved');
  return (
    <>
      <ProgramPicture program={program} />
      <span className="program-line__text">
        {opens ? (
          <Link className={className} to={`/programs/${program.id}/show`}>
            {name}
          </Link>
        ) : (
          <span className={className}>{name}</span>
        )}
        {matter && <small className="soft">{matter}</small>}
      </span>
      {!deleted && !restricted && <span className="program-line__time soft">{durationText(program.totalSeconds)}</span>}
    </>
  );
}
