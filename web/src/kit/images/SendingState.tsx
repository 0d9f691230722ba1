import { StateSign } from '../signs/StateSign.tsx';
import { usePicturesT } from './messages.ts';

/** IMG-04. */
export type Sending = 'ready' | 'sending' | 'success' | 'failure' | 'updated';

/** The progress of an upload, also for screen readers; a failure with its reason. */
export function SendingState({ state, reason }: { state: Sending; reason?: string | null }) {
  const t = usePicturesT();
  return (
    <p className="sending" role="status">
      {state !== 'ready' && (
        <>
          <StateSign sign={state === 'failure' ? 'refused' : state === 'sending' ? 'pending' : 'connected'} size={14} />
          {t(`pictures.states.${state}`)} {state === 'failure' && reason}
        </>
      )}
    </p>
  );
}
