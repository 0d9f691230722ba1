import type { ProgramView } from '@fournil/contract/programs/program';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useRemove } from '../../data/index.ts';
import { type MenuEntry, MoreMenu } from '../../kit/MoreMenu.tsx';
import { useMay } from '../../kit/session/profile.ts';
import { usePhasesT } from '../../phases/index.ts';
import { useExport } from '../../program-files/index.ts';
import { useDuplicate } from '../copy/useDuplicate.tsx';
import { useT } from '../messages.ts';
import { DeletePrograms } from './DeletePrograms.tsx';

/** The less frequent actions on a program. */
export function ProgramMenu({ program, onWithdraw }: { program: ProgramView; onWithdraw: () => void }) {
  const t = useT();
  const phasesT = usePhasesT();
  const may = useMay();
  const navigate = useNavigate();
  const [isDeleting, setDeleting] = useState(false);
  const { run, isPending } = useRemove({
    resource: 'programs',
    done: () => t('resources.programs.show.deleted', { name: program.name }),
    onSettled(left) {
      setDeleting(false);
      if (left.length === 0) navigate('/programs', { replace: true });
    },
  });
  const exporting = useExport();
  const { duplicate, question } = useDuplicate();
  const entries: (MenuEntry | false)[] = [
    may('programs.edit') && {
      icon: 'edit',
      label: t('resources.programs.show.edit'),
      act: () => navigate(`/programs/${program.id}`),
    },
    may('programs.create') && {
      icon: 'copy',
      label: t('resources.programs.duplicate.action'),
      act: () => duplicate(program),
    },
    { icon: 'sheet', label: phasesT('phases.tools.print'), act: () => window.print() },
    may('bakes.list') && {
      icon: 'machines',
      label: t('resources.programs.bakes.open'),
      act: () => navigate(`/programs/${program.id}/bakes`),
    },
    may('programs.export') && {
      icon: 'download',
      label: exporting.label,
      act: () => exporting.act([program.id]),
    },
    may('programs.approve') &&
      program.approvedRevision !== null && {
        icon: 'hand',
        label: program.approved
          ? t('resources.programs.show.unapprove')
          : t('resources.programs.show.withdraw', { revision: program.approvedRevision }),
        act: onWithdraw,
      },
    may('programs.delete') && {
      icon: 'trash',
      label: t('resources.programs.show.delete'),
      act: () => setDeleting(true),
    },
  ];
  return (
    <>
      <MoreMenu entries={entries} />
      {question}
      {isDeleting && (
        <DeletePrograms
          programs={[program]}
          onClose={() => setDeleting(false)}
          isPending={isPending}
          onConfirm={() => run([program.id])}
        />
      )}
    </>
  );
}
