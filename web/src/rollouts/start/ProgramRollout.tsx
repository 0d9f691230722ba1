import type { ProgramView } from '@fournil/contract/programs/program';
import { RecordPage } from '../../kit/pages/RecordPage.tsx';
import { RevisionRollout } from './RevisionRollout.tsx';

/** MNU-03: `/programs/{id}/rollout`. */
export function ProgramRollout() {
  return (
    <RecordPage<ProgramView> of="program" act="programs.rollOut" isForm>
      {(latest) => <RevisionRollout kind="program" record={latest} />}
    </RecordPage>
  );
}
