import { useListContext } from 'ra-core';
import { useState } from 'react';
import { Icon } from '../../kit/signs/Icon.tsx';
import { useT } from '../messages.ts';
import { ImportDialog } from './ImportDialog.tsx';

/** PRG-04: disabled while rows are selected. */
export function ImportButton() {
  const t = useT();
  const { selectedIds } = useListContext();
  const [isOpen, setOpen] = useState(false);
  const isOff = selectedIds.length > 0;
  return (
    <>
      <button
        type="button"
        className="button program-tools__import"
        disabled={isOff}
        title={isOff ? t('resources.programs.files.importHint') : undefined}
        onClick={() => setOpen(true)}
      >
        <Icon name="down" size={16} />
        {t('resources.programs.files.import')}
      </button>
      {isOpen && <ImportDialog onClose={() => setOpen(false)} />}
    </>
  );
}
