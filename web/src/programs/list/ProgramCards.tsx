import { say } from '@fournil/contract/kit/words';
import { machineCategories } from '@fournil/contract/machines/catalogue';
import type { ProgramView } from '@fournil/contract/programs/program';
import { useListContext } from 'ra-core';
import { Link } from 'react-router-dom';
import { SelectOne } from '../../kit/bulk/SelectOne.tsx';
import { durationText } from '../../kit/format/duration.ts';
import { useKitT } from '../../kit/messages.ts';
import { Icon } from '../../kit/signs/Icon.tsx';
import { ProgramPicture } from '../../kit/signs/ProgramPicture.tsx';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import { useLanguage } from '../../kit/useT.ts';
import { useT } from '../messages.ts';
import { ProgramState } from '../ProgramName.tsx';

/** The list of programs on a phone. */
export function ProgramCards() {
  const t = useT();
  const kitT = useKitT();
  const language = useLanguage();
  const categoryOf = ({ category }: ProgramView) => say(machineCategories[category].name, language);
  const { data } = useListContext<ProgramView>();
  return (
    <ul className="program-cards" aria-busy={!data}>
      {data
        ? data.map((program) => (
            <li key={program.id}>
              <SelectOne id={program.id} label={kitT('kit.select', { name: program.name })} />
              <Link to={`/programs/${program.id}/show`}>
                <ProgramPicture program={program} />
                <span className="program-cards__text">
                  <span className={`program-name ${program.approved ? 'name--approved' : 'name--unapproved'}`}>
                    <StateSign sign={program.approved ? 'approved' : 'unapproved'} />
                    <span className="program-name__text">{program.name}</span>
                  </span>
                  <span className="soft">
                    {durationText(program.totalSeconds)} · {categoryOf(program)} ·{' '}
                    {t('resources.programs.list.machines', { smart_count: program.machineCount })}
                  </span>
                  {!program.approved && <ProgramState program={program} />}
                </span>
                <Icon name="right" size={16} />
              </Link>
            </li>
          ))
        : ['60%', '75%', '50%', '68%', '80%'].map((width) => (
            <li key={width}>
              <span className="skeleton" style={{ width }} />
            </li>
          ))}
    </ul>
  );
}
