import { useKitT } from '../messages.ts';
import { Trouble } from './Trouble.tsx';

interface FailedProps {
  onRetry: () => void;
  /** Whether it answers an input, which is kept. */
  isTypingKept?: boolean;
}

/** What could not be loaded: what happened, what is kept, what to do. */
export function Failed({ onRetry, isTypingKept = false }: FailedProps) {
  const t = useKitT();
  return (
    <Trouble
      title={t('kit.failed.title')}
      body={t(isTypingKept ? 'kit.failed.typedKept' : 'kit.failed.body')}
      action={t('kit.retry')}
      onAct={onRetry}
    />
  );
}
