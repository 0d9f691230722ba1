import { useListContext } from 'ra-core';
import { useState } from 'react';
import { useMay } from '../kit/session/profile.ts';
import { Icon } from '../kit/signs/Icon.tsx';
import { useT } from '../programs/messages.ts';
import { ImportDialog } from './ImportDialog.tsx';

/** PRG-04: disabled while rows are selected, and for people who may not create programs, with the reason. */
export function ImportButton() {
  const t = useT();
  const { selectedIds } = useListContext();
  const [isOpen, setOpen] = useState(false);
  const mayImport = useMay()('programs.import');
  const hint = !mayImport ? 'importNeedsCreate' : selectedIds.length > 0 ? 'importHint' : null;
  return (
    <>
      <button
        type="button"
        className="button program-tools__import"
        disabled={hint !== null}
        title={hint ? t(`resources.programs.files.${hint}`) : undefined}
        onClick={() => setOpen(true)}
      >
        <Icon name="down" size={16} />
        {t('resources.programs.files.import')}
      </button>
      {isOpen && <ImportDialog onClose={() => setOpen(false)} />}
    </>
  );
}
