import { type ComponentType, type FunctionComponent, lazy, type ReactNode, Suspense, useState } from 'react';
import { isCodeMissing } from '../../data/index.ts';
import { Modal } from '../dialogs/Modal.tsx';
import { useKitT } from '../messages.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Failed } from './Failed.tsx';
import { importAgain } from './importAgain.ts';

interface PartProps {
  /** Shown until it is loaded. */
  waiting?: ReactNode;
  /** Of a dialog. */
  onClose?: () => void;
}

type PropsOf<Component> = Component extends ComponentType<infer Props> ? Props : never;

/**
 * GEN-11: a part of a page, or a dialog, in a file of its own that is loaded when it is first shown. Where that fails,
 * it alone says so and can be tried again: the page keeps its content and unsaved input.
 */
export function part<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): FunctionComponent<PropsOf<Module[Name]> & PartProps> {
  const shownFrom = (loading: typeof load) =>
    lazy(async () => ({ default: (await loading())[name] as ComponentType<object> }));
  let Shown = shownFrom(load);
  return function Part({ waiting = null, ...props }: PartProps) {
    const [tries, setTries] = useState(0);
    const tryAgain = (error: unknown) => {
      Shown = shownFrom(() => importAgain(error, load));
      setTries(tries + 1);
    };
    return (
      <ErrorBoundary
        key={tries}
        fallback={(error) => <NotLoaded error={error} onClose={props.onClose} onRetry={() => tryAgain(error)} />}
      >
        <Suspense fallback={waiting}>
          <Shown {...props} />
        </Suspense>
      </ErrorBoundary>
    );
  };
}

interface NotLoadedProps {
  error: unknown;
  onClose: (() => void) | undefined;
  onRetry: () => void;
}

function NotLoaded({ error, onClose, onRetry }: NotLoadedProps) {
  const t = useKitT();
  // An error within the part is one of the page.
  if (!isCodeMissing(error)) throw error;
  if (!onClose) return <Failed onRetry={onRetry} />;
  return (
    <Modal
      title={t('kit.failed.title')}
      onClose={onClose}
      actions={
        <button type="button" className="button button--main" onClick={onRetry}>
          {t('kit.retry')}
        </button>
      }
    >
      <p>{t(navigator.onLine ? 'kit.failed.body' : 'kit.failed.offline')}</p>
    </Modal>
  );
}
