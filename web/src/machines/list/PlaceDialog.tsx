import { useMay } from '../../kit/session/profile.ts';
import { StructureDialog } from '../../kit/structures/StructureDialog.tsx';
import { useT } from '../messages.ts';

interface PlaceDialogProps {
  count: number;
  /** Null: the machines are to have no structure. */
  onChosen: (structureId: string | null, name: string) => void;
  onClose: () => void;
}

/** Chooses the structure of machines. */
export function PlaceDialog({ count, onChosen, onClose }: PlaceDialogProps) {
  const t = useT();
  const may = useMay();
  return (
    <StructureDialog
      title={t('machines.place.title', { smart_count: count })}
      submit={() => t('machines.place.submit')}
      none={may('machines.seeWithoutStructure') ? t('machines.place.none') : undefined}
      onChosen={([one]) => one && onChosen(one.id || null, one.name)}
      onClose={onClose}
    />
  );
}
