import type { ProgramView } from '@fournil/contract/programs/program';
import { EditedRecord } from '../../kit/forms/EditedRecord.tsx';
import { GonePage } from '../../kit/pages/GonePage.tsx';
import { useRecordOfAddress } from '../../kit/pages/useRecordOfAddress.ts';
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
  const reading = useRecordOfAddress<ProgramView>('programs', { isAfresh: true });
  const gone = (
    <GonePage icon="programs" title={t('rollouts.create.goneProgram')} to="/programs" back={t('rollouts.toPrograms')} />
  );
  return (
    <EditedRecord reading={reading} gone={gone}>
      {(latest) => <RevisionRollout kind="program" record={latest} />}
    </EditedRecord>
  );
}
