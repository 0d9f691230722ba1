import { useId } from 'react';
import { useRead } from '../../data/index.ts';
import { useT } from '../messages.ts';
import { ProgramName, ProgramState } from '../ProgramName.tsx';
import { RevisionState } from '../revisions/RevisionState.tsx';
import { revisionChoicesReading } from '../revisions/revisionQueries.ts';
import type { Compared } from './useSide.ts';

/** The program of this side, and its revision. */
export function SideHead({
  compared,
  onRevision,
}: {
  compared: Compared;
  onRevision: (revision: number | null) => void;
}) {
  const t = useT();
  const id = useId();
  const { program, kept, revision } = compared;
  const choices = useRead(revisionChoicesReading(program.id)).data?.data;
  const number = (one: number) => t('resources.programs.revisions.number', { revision: one });
  return (
    <div className="compare__side">
      <h2>
        <ProgramName program={program} />
      </h2>
      <label className="unseen" htmlFor={id}>
        {t('resources.programs.compare.revisionOf', { name: program.name })}
      </label>
      <select
        id={id}
        className="control"
        value={kept ? revision : ''}
        onChange={(event) => onRevision(event.target.value === '' ? null : Number(event.target.value))}
      >
        <option value="">{`${number(program.revision)}, ${t('resources.programs.revisions.present')}`}</option>
        {/* The current revision by its number, when the address contains the number. */}
        {kept?.isPresent && <option value={revision}>{number(revision)}</option>}
        {choices
          ?.filter((one) => !one.isPresent)
          .map((one) => (
            <option key={one.revision} value={one.revision}>
              {number(one.revision)}
            </option>
          ))}
      </select>
      {kept ? <RevisionState revision={kept} /> : <ProgramState program={program} />}
    </div>
  );
}
