import { say } from '@fournil/contract/kit/words';
import { type MachineCategoryCode, machineCategories } from '@fournil/contract/machines/catalogue';
import type { PhaseGroup } from '@fournil/contract/phases/phaseGroups';
import type { ImportedProgram, ProgramImportResult } from '@fournil/contract/program-files/programFile';
import { durationText } from '../kit/format/duration.ts';
import { ProgramThumbnail } from '../kit/signs/ProgramThumbnail.tsx';
import { StateSign } from '../kit/signs/StateSign.tsx';
import { useLanguage, useTypeset } from '../kit/useT.ts';
import { useT } from './messages.ts';

const reasonsShown = 3;

interface ImportedListProps {
  result: ProgramImportResult;
  /** The places, in the result, of the programs to import. */
  chosen: ReadonlySet<number>;
  onToggle: (at: number) => void;
}

/** The program that each file would create, to be ticked, or the line and reason of its refusal. */
export function ImportedList({ result, chosen, onToggle }: ImportedListProps) {
  const t = useT();
  const good = result.files.flatMap(({ program }, at) => (program ? [{ program, at }] : []));
  const bad = result.files.filter(({ program }) => !program);
  return (
    <>
      {good.length > 0 && <h3>{t('programFiles.good', { smart_count: good.length })}</h3>}
      <ul className="imported">
        {good.map(({ program, at }) => (
          <Good key={at} program={program} isChosen={chosen.has(at)} onToggle={() => onToggle(at)} />
        ))}
      </ul>
      {bad.length > 0 && <h3>{t('programFiles.bad', { smart_count: bad.length })}</h3>}
      <ul className="imported">
        {bad.map((one) => (
          <Bad key={one.file} {...one} />
        ))}
      </ul>
    </>
  );
}

interface GoodProps {
  program: NonNullable<ImportedProgram['program']>;
  isChosen: boolean;
  onToggle: () => void;
}

function Good({ program, isChosen, onToggle }: GoodProps) {
  const t = useT();
  const language = useLanguage();
  const fresh = program.tags.filter(({ isNew, isLeftOut }) => isNew && !isLeftOut).map(({ name }) => name);
  const leftOut = program.tags.filter(({ isLeftOut }) => isLeftOut).map(({ name }) => name);
  return (
    <li>
      <label>
        <input type="checkbox" className="checkbox" checked={isChosen} onChange={onToggle} />
        <ProgramThumbnail phaseGroups={program.phaseGroups as PhaseGroup[]} />
        <span className="imported__text">
          <strong>{program.name}</strong>
          <small className="soft">
            {durationText(program.totalSeconds)} ·{' '}
            {say(machineCategories[program.category as MachineCategoryCode].name, language)}
          </small>
          {program.nameIsTaken && <small>{t('programFiles.nameIsTaken')}</small>}
          {fresh.length > 0 && <small className="soft">{t('programFiles.newTags', { tags: fresh.join(', ') })}</small>}
          {leftOut.length > 0 && <small>{t('programFiles.leftOut', { tags: leftOut.join(', ') })}</small>}
        </span>
      </label>
    </li>
  );
}

function Bad({ file, problems }: ImportedProgram) {
  const t = useT();
  const typeset = useTypeset();
  const others = problems.length - reasonsShown;
  return (
    <li>
      <StateSign sign="refused" />
      <span className="imported__text">
        <strong>{file}</strong>
        {problems.slice(0, reasonsShown).map(({ line, path, reason }) => (
          <small key={`${path}${reason}`}>
            {line !== null && <b>{t('programFiles.line', { line })} · </b>}
            {path && <code>{path}</code>} {typeset(reason)}
          </small>
        ))}
        {others > 0 && <small className="soft">{t('programFiles.more', { smart_count: others })}</small>}
      </span>
    </li>
  );
}
