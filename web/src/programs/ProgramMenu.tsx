import type { ProgramView } from '@fournil/contract/programs/program';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { call } from '../kit/api.ts';
import { type MenuEntry, MoreMenu } from '../kit/MoreMenu.tsx';
import { useMay } from '../kit/profile.ts';
import { useTranslatedError } from '../kit/useTranslatedError.ts';
import { usePhasesT } from '../phases/index.ts';
import { DeletePrograms } from './DeletePrograms.tsx';
import { useExport } from './files/useExport.ts';
import { useT } from './messages.ts';
import { useDuplicate } from './useDuplicate.tsx';

/** What is done now and then with a program. */
export function ProgramMenu({ program, onUnapprove }: { program: ProgramView; onUnapprove: () => void }) {
  const t = useT();
  const phasesT = usePhasesT();
  const may = useMay();
  const navigate = useNavigate();
  const [isDeleting, setDeleting] = useState(false);
  const remove = useRemove(program);
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
    may('programs.export') && {
      icon: 'download',
      label: t('resources.programs.files.export'),
      act: () => exporting.mutate([program.id]),
    },
    may('programs.approve') &&
      program.approved && { icon: 'hand', label: t('resources.programs.show.unapprove'), act: onUnapprove },
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
        <DeletePrograms programs={[program]} onClose={() => setDeleting(false)} onConfirm={() => remove.mutate()} />
      )}
    </>
  );
}

function useRemove(program: ProgramView) {
  const t = useT();
  const notify = useNotify();
  const navigate = useNavigate();
  const errorText = useTranslatedError();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(`/programs/${program.id}`, { method: 'DELETE' }),
    onSuccess: () => {
      notify(t('resources.programs.show.deleted', { name: program.name }), { type: 'success' });
      navigate('/programs', { replace: true });
      for (const queryKey of [['programs', 'getList'], ['home'], ['programMachines']])
        void queryClient.invalidateQueries({ queryKey });
    },
    onError: (error) => notify(errorText(error), { type: 'warning' }),
  });
}
