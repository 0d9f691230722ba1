import { idOf } from '@fournil/contract/kit/addresses';
import type { ProgramMachineView } from '@fournil/contract/machines/installation';
import { type ReactNode, useState } from 'react';
import { useAct, useExpire } from '../data/index.ts';
import { useMay } from '../kit/session/profile.ts';
import { AdoptDialog } from './AdoptDialog.tsx';
import { adoptTheirs, keepTheirs, restoreOurs } from './differenceQueries.ts';
import { KeepDialog } from './KeepDialog.tsx';
import { useT } from './messages.ts';

export interface DecisionChoice {
  name: 'restore' | 'keep' | 'adopt';
  act: () => void;
  isPending: boolean;
}

/** MNU-02: what the reader may decide about one difference, and the dialog that is open. */
export function useDecisions(row: ProgramMachineView): { choices: DecisionChoice[]; dialog: ReactNode } {
  const t = useT();
  const may = useMay();
  const expire = useExpire();
  const [open, setOpen] = useState<'keep' | 'adopt' | null>(null);
  const close = () => setOpen(null);
  // The refusal may be about a change that was made since.
  const onRefused = () => expire('programMachines');
  const oven = row.machineName;
  const restore = useAct({
    changes: 'programMachines',
    send: () => restoreOurs(row),
    done: t(row.change?.baking ? 'differences.act.restoredLater' : 'differences.act.restored', { oven }),
    onRefused,
  });
  const keep = useAct({
    changes: 'programMachines',
    send: (kept: Parameters<typeof keepTheirs>[1]) => keepTheirs(row, kept),
    done: t('differences.act.kept', { oven }),
    onDone: close,
    onRefused,
    isForm: true,
  });
  const adopt = useAct({
    changes: 'programMachines',
    send: (reason: string | null) => adoptTheirs(row, reason),
    done: ({ approved, revision }) =>
      t(approved ? 'differences.act.adopted' : 'differences.act.adoptedWaiting', { revision }),
    onDone: close,
    onRefused,
    isForm: true,
  });
  const choices: (DecisionChoice | false)[] = [
    may('programMachines.edit') && { name: 'restore', act: () => restore.act(), isPending: restore.isPending },
    may('programMachines.edit') && { name: 'keep', act: () => setOpen('keep'), isPending: keep.isPending },
    may('programMachines.adopt') &&
      row.change?.phaseGroups != null && { name: 'adopt', act: () => setOpen('adopt'), isPending: adopt.isPending },
  ];
  return {
    choices: choices.filter((choice) => choice !== false),
    dialog: (
      <>
        {open === 'keep' && (
          <KeepDialog
            title={t('differences.keep.title', { oven })}
            isPending={keep.isPending}
            onKeep={keep.act}
            onClose={close}
          />
        )}
        {open === 'adopt' && (
          <AdoptDialog
            title={t('differences.adopt.title', { oven })}
            programId={idOf(row.program['@id'])}
            isPending={adopt.isPending}
            violations={adopt.violations}
            onAdopt={adopt.act}
            onClose={close}
          />
        )}
      </>
    ),
  };
}
