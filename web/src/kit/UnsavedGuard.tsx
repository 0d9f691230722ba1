import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { isTypingKept } from './keptTyping.ts';
import { Modal } from './Modal.tsx';
import { useKitT } from './messages.ts';

/** Asks before unsaved changes are left behind. */
export function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  const t = useKitT();
  const blocker = useBlocker(({ currentLocation, nextLocation }) => isDirty && !isTypingKept() && currentLocation.pathname !== nextLocation.pathname);
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (!isTypingKept()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);
  if (blocker.state !== 'blocked') return null;
  return (
    <Modal
      title={t('kit.leave.title')}
      width="xs"
      onClose={() => blocker.reset()}
      actions={
        <>
          <button type="button" className="button" onClick={() => blocker.proceed()}>
            {t('kit.leave.leave')}
          </button>
          <button type="button" className="button button--main" onClick={() => blocker.reset()}>
            {t('kit.leave.stay')}
          </button>
        </>
      }
    >
      <p>{t('kit.leave.body')}</p>
    </Modal>
  );
}
