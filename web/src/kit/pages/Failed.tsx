import { useKitT } from '../messages.ts';
import { FailureNotice } from './FailureNotice.tsx';

interface FailedProps {
  onRetry: () => void;
  /** The failure follows an input, which is kept. */
  isTypingKept?: boolean;
}

/** Shown when data could not be loaded: what happened, what is kept, and a button to try again. */
export function Failed({ onRetry, isTypingKept = false }: FailedProps) {
  const t = useKitT();
  return (
    <FailureNotice
      title={t('kit.failed.title')}
      body={t(isTypingKept ? 'kit.failed.typedKept' : navigator.onLine ? 'kit.failed.body' : 'kit.failed.offline')}
      action={t('kit.retry')}
      onAct={onRetry}
    />
  );
}
