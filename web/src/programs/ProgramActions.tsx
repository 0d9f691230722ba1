import type { ProgramView } from '@fournil/contract/programs/program';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { call } from '../kit/api.ts';
import { useMay } from '../kit/profile.ts';
import { Icon } from '../kit/signs/Icon.tsx';
import { useTranslatedError } from '../kit/useTranslatedError.ts';
import { usePhasesT } from '../phases/index.ts';
import { DeletePrograms } from './DeletePrograms.tsx';
import { useExport } from './files/useExport.ts';
import { InstallPrograms } from './InstallPrograms.tsx';
import { useT } from './messages.ts';
import { useDuplicate } from './useDuplicate.tsx';

/** What this person may do with the program. */
export function ProgramActions({ program }: { program: ProgramView }) {
  const t = useT();
  const phasesT = usePhasesT();
  const may = useMay();
  const [open, setOpen] = useState<'machines' | 'delete' | null>(null);
  const approve = useApprove(program);
  const remove = useRemove(program);
  const exporting = useExport();
  const { duplicate, question } = useDuplicate();
  return (
    <div className="program__actions">
      {may('programs.approve') && (
        <button
          type="button"
          className={program.approved ? 'button' : 'button button--main'}
          disabled={approve.isPending}
          onClick={() => approve.mutate(!program.approved)}
        >
          {t(program.approved ? 'resources.programs.show.unapprove' : 'resources.programs.show.approve')}
        </button>
      )}
      {may('programMachines.create') && (
        <button type="button" className="button" onClick={() => setOpen('machines')}>
          <Icon name="machines" size={16} />
          {t('resources.programs.show.install')}
        </button>
      )}
      {may('programs.edit') && (
        <>
          <Link className="button" to={`/programs/${program.id}/1`}>
            <Icon name="edit" size={16} />
            {t('resources.programs.show.editSettings')}
          </Link>
          <Link className="button" to={`/programs/${program.id}`}>
            {t('resources.programs.show.edit')}
          </Link>
        </>
      )}
      {may('programs.create') && (
        <button type="button" className="button" onClick={() => duplicate(program)}>
          <Icon name="copy" size={16} />
          {t('resources.programs.duplicate.action')}
        </button>
      )}
      <button type="button" className="button" onClick={() => window.print()}>
        {phasesT('phases.tools.print')}
      </button>
      {may('programs.export') && (
        <button type="button" className="button" disabled={exporting.isPending} onClick={() => exporting.mutate([program.id])}>
          {t('resources.programs.files.export')}
        </button>
      )}
      {may('programs.delete') && (
        <button type="button" className="button button--danger" onClick={() => setOpen('delete')}>
          {t('resources.programs.show.delete')}
        </button>
      )}
      {question}
      {open === 'machines' && <InstallPrograms programs={[program]} onClose={() => setOpen(null)} />}
      {open === 'delete' && <DeletePrograms programs={[program]} onClose={() => setOpen(null)} onConfirm={() => remove.mutate()} />}
    </div>
  );
}

function useApprove(program: ProgramView) {
  const t = useT();
  const notify = useNotify();
  const errorText = useTranslatedError();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (approved: boolean) => call<ProgramView>(`/programs/${program.id}`, { method: 'PUT', body: { approved }, version: program.version }),
    onSuccess: (saved) => {
      for (const queryKey of [['programs'], ['history'], ['home'], ['programMachines']]) void queryClient.invalidateQueries({ queryKey });
      notify(t(saved.approved ? 'resources.programs.show.approved' : 'resources.programs.show.unapproved', { name: saved.name }), {
        type: 'success',
      });
    },
    onError: (error) => notify(errorText(error), { type: 'warning' }),
  });
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
      for (const queryKey of [['programs', 'getList'], ['home'], ['programMachines']]) void queryClient.invalidateQueries({ queryKey });
    },
    onError: (error) => notify(errorText(error), { type: 'warning' }),
  });
}
