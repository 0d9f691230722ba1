import type { ProgramView } from '@fournil/contract/programs/program';
import { useParams } from 'react-router-dom';
import { isGone, useRecord } from '../../data/index.ts';
import { Failed } from '../../kit/pages/Failed.tsx';
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
  const { data: program, error, refetch } = useRecord<ProgramView>('programs', id, { isAfresh: true });
  if (isGone(error))
    return (
      <GonePage
        icon="programs"
        title={t('rollouts.create.goneProgram')}
        to="/programs"
        back={t('rollouts.toPrograms')}
      />
    );
  if (error && !program) return <Failed onRetry={() => void refetch()} />;
  if (!program) return <div className="page" aria-busy="true" />;
  return <RevisionRollout kind="program" record={program} />;
}
