import type { ProgramView } from '@fournil/contract/programs/program';
import { BinHint } from '../../kit/dialogs/BinHint.tsx';
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx';
import { useMay } from '../../kit/session/profile.ts';
import { MenusOfProgram } from '../../menus/index.ts';
import { useT } from '../messages.ts';

/** Asks before programs are deleted, and names the machines that hold them. */
export function DeletePrograms({
  programs,
  isPending = false,
  onClose,
  onConfirm,
}: {
  programs: readonly ProgramView[];
  isPending?: boolean;
  onClose: () => void;
  onConfirm: () => void;
}) {
  const t = useT();
  const may = useMay();
  const count = programs.length;
  const [only] = programs;
  const held = programs.filter((program) => program.machineCount > 0);
  return (
    <ConfirmDialog
      title={t('resources.programs.remove.title', { smart_count: count })}
      confirm={t('resources.programs.remove.confirm', { smart_count: count })}
      isPending={isPending}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{t('resources.programs.remove.body', { smart_count: count })}</p>
      <ul className="outcomes">
        {held.map((program) => (
          <li key={program.id}>
            {t('resources.programs.remove.onMachines', { name: program.name, smart_count: program.machineCount })}
          </li>
        ))}
      </ul>
      {only && count === 1 && may('menus.list') && <MenusOfProgram programId={only.id} isDeletion />}
      <BinHint />
    </ConfirmDialog>
  );
}
