import { useEffect, useState } from 'react';
import { useBlocker } from 'react-router-dom';
import { Modal } from '../dialogs/Modal.tsx';
import { useKitT } from '../messages.ts';
import { useOwnSession } from '../session/ownSession.ts';
import { isTypingKept } from './keptTyping.ts';
import { useTellUnsaved } from './unsaved.ts';

interface UnsavedGuardProps {
  isDirty: boolean;
  /** Where what would be lost is no input. */
  question?: { title: string; body: string };
}

/**
 * Asks before unsaved changes are left. Not ra-core's own warning, which is a dialog of the browser in the browser's
 * language and knows only ra-core's forms.
 */
export function UnsavedGuard({ isDirty, question }: UnsavedGuardProps) {
  const t = useKitT();
  const { username } = useOwnSession();
  const [owner] = useState(username);
  useTellUnsaved(isDirty);
  // No question when the session has ended.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && !isTypingKept() && currentLocation.pathname !== nextLocation.pathname && username() === owner,
  );
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
      title={question?.title ?? t('kit.leave.title')}
      width="xs"
      onClose={() => blocker.reset()}
      cancel={null}
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
      <p>{question?.body ?? t('kit.leave.body')}</p>
    </Modal>
  );
}
