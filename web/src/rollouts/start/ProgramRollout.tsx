import type { ProgramView } from '@fournil/contract/programs/program';
import { useParams } from 'react-router-dom';
import { useRecord } from '../../data/index.ts';
import { EditedRecord } from '../../kit/forms/EditedRecord.tsx';
import { GonePage } from '../../kit/pages/GonePage.tsx';
import { PageFor } from '../../kit/session/May.tsx';
import { useRolloutT } from '../messages.ts';
import { RevisionRollout } from './RevisionRollout.tsx';

/** MNU-03: `/programs/{id}/rollout`. */
export function ProgramRollout() {
  return (
    <PageFor act="programs.rollOut">
      <Loaded />
    </PageFor>
  );
}

function Loaded() {
  const t = useRolloutT();
  const { id = '' } = useParams();
  const reading = useRecord<ProgramView>('programs', id, { isAfresh: true });
  const gone = (
    <GonePage icon="programs" title={t('rollouts.create.goneProgram')} to="/programs" back={t('rollouts.toPrograms')} />
  );
  return (
    <EditedRecord reading={reading} gone={gone}>
      {(latest) => <RevisionRollout kind="program" record={latest} />}
    </EditedRecord>
  );
}
