import { problemOf } from '../../data/index.ts';
import { useKitT } from '../messages.ts';
import { FailureNotice } from './FailureNotice.tsx';

interface FailedProps {
  onRetry: () => void;
  /** For lists: the error, and what shows the whole list when the error is about its filters or its order. */
  error?: unknown;
  onWhole?: () => void;
  /** The failure follows an input, which is kept. */
  isTypingKept?: boolean;
}

/** Shown when data could not be loaded: what happened, what is kept, and a button to try again. */
export function Failed({ onRetry, error, onWhole, isTypingKept = false }: FailedProps) {
  const t = useKitT();
  if (onWhole && [400, 422].includes(problemOf(error)?.status ?? 0))
    return (
      <FailureNotice
        title={t('kit.wrongList.title')}
        body={t('kit.wrongList.body')}
        action={t('kit.wrongList.whole')}
        onAct={onWhole}
      />
    );
  return (
    <FailureNotice
      title={t('kit.failed.title')}
      body={t(isTypingKept ? 'kit.failed.typedKept' : navigator.onLine ? 'kit.failed.body' : 'kit.failed.offline')}
      action={t('kit.retry')}
      onAct={onRetry}
    />
  );
}
