import { useListContext } from 'ra-core';
import { useState } from 'react';
import { useMay } from '../kit/session/profile.ts';
import { Icon } from '../kit/signs/Icon.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { useT } from './messages.ts';

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
        title={hint ? t(`programFiles.${hint}`) : undefined}
        onClick={() => setOpen(true)}
      >
        <Icon name="down" size={16} />
        {t('programFiles.import')}
      </button>
      {isOpen && <ImportDialog onClose={() => setOpen(false)} />}
    </>
  );
}
