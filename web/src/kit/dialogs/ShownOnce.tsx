import { type ReactNode, useEffect, useState } from 'react';
import { UnsavedGuard } from '../forms/UnsavedGuard.tsx';
import { useKitT } from '../messages.ts';
import { Modal } from './Modal.tsx';

interface ShownOnceProps {
  title: string;
  width?: 'xs' | 'sm';
  /** The button by which the person confirms that they have kept it; with `actions`, these are the main ones. */
  kept: string;
  actions?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/**
 * Something that is shown only now, such as recovery codes. The dialog closes only by its button, and leaving the page
 * in another way, such as by the browser's Back, is asked about.
 */
export function ShownOnce({ title, width = 'sm', kept, actions, onClose, children }: ShownOnceProps) {
  const t = useKitT();
  const [isKept, setKept] = useState(false);
  // Only after the guard knows, because closing may lead to another page.
  useEffect(() => {
    if (isKept) onClose();
  }, [isKept]);
  return (
    <Modal
      title={title}
      width={width}
      onClose={() => undefined}
      cancel={null}
      actions={
        <>
          <button type="button" className={`button${actions ? '' : ' button--main'}`} onClick={() => setKept(true)}>
            {kept}
          </button>
          {actions}
        </>
      }
    >
      {children}
      <UnsavedGuard isDirty={!isKept} question={{ title: t('kit.shownOnce.title'), body: t('kit.shownOnce.body') }} />
    </Modal>
  );
}
