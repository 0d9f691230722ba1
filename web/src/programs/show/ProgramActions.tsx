import type { ProgramDetail, ProgramUpdate } from '@fournil/contract/programs/program';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { call, useAct } from '../../data/index.ts';
import { useBulkT } from '../../kit/bulk/messages.ts';
import { useBulk } from '../../kit/bulk/useBulk.tsx';
import { part } from '../../kit/pages/part.tsx';
import { useMay } from '../../kit/session/profile.ts';
import { Icon } from '../../kit/signs/Icon.tsx';
import { RolloutLink } from '../../rollouts/index.ts';
import { useT } from '../messages.ts';
import { ProgramMenu } from './ProgramMenu.tsx';

const InstallPrograms = part(() => import('../InstallPrograms.tsx'), 'InstallPrograms');

/** The actions that this person may do: frequent ones as buttons, the others in a menu. */
export function ProgramActions({ program }: { program: ProgramDetail }) {
  const t = useT();
  const bulkT = useBulkT();
  const may = useMay();
  const [isInstalling, setInstalling] = useState(false);
  const approve = useApprove(program);
  const bulk = useBulk({ ids: [program.id] });
  const isToApprove = may('programs.approve') && !program.approved;
  return (
    <div className="program__actions">
      {isToApprove && (
        <button
          type="button"
          className="button button--main"
          disabled={approve.isPending}
          onClick={() => approve.act({ approved: true })}
        >
          {program.sentCount > 0
            ? t('resources.programs.show.approveAndSend', { smart_count: program.sentCount })
            : t('resources.programs.show.approve')}
        </button>
      )}
      {program.revision !== program.approvedRevision && (
        <RolloutLink kind="program" id={program.id} className="button" />
      )}
      {may('programs.edit') && (
        <Link className={isToApprove ? 'button' : 'button button--main'} to={`/programs/${program.id}/1`}>
          <Icon name="edit" size={16} />
          {t('resources.programs.show.editSettings')}
        </Link>
      )}
      {may('programMachines.create') && (
        <button type="button" className="button" onClick={() => setInstalling(true)}>
          <Icon name="machines" size={16} />
          {t('resources.programs.show.install')}
        </button>
      )}
      <ProgramMenu program={program} onWithdraw={() => approve.act({ withdraw: true })} />
      {isInstalling && (
        <InstallPrograms
          programs={[program]}
          onClose={() => setInstalling(false)}
          onChosen={(machines) => {
            setInstalling(false);
            const label = bulkT('bulk.ofProgram.install', { name: program.name });
            bulk.ask('machines.install', { programs: [program.id] }, label, '', { ids: machines });
          }}
        />
      )}
      {bulk.dialog}
    </div>
  );
}

function useApprove(program: ProgramDetail) {
  const t = useT();
  return useAct({
    changes: 'programs',
    send: (body: Pick<ProgramUpdate, 'approved' | 'withdraw'>) =>
      call<ProgramDetail>(`/programs/${program.id}`, { method: 'PUT', body, version: program.version }),
    answers: 'programs',
    done: ({ approved, sentCount, name }) => {
      if (!approved) return t('resources.programs.show.unapproved', { name });
      const said = sentCount > 0 ? 'resources.programs.show.approvedAndSent' : 'resources.programs.show.approved';
      return t(said, { name, smart_count: sentCount });
    },
  });
}
