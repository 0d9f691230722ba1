import { Icon } from '../signs/Icon.tsx';
import { StateSign } from '../signs/StateSign.tsx';
import { EmptyState } from './EmptyState.tsx';

interface FailureNoticeProps {
  /** `h1` when it fills the page, `h2` in a part of a page. */
  heading?: 'h1' | 'h2';
  title: string;
  body?: string;
  /** The text of the button. */
  action: string;
  onAct: () => void;
  isBusy?: boolean;
}

/** Shown in place of content that could not be shown: what happened, and one action. */
export function FailureNotice({ heading = 'h2', title, body, action, onAct, isBusy = false }: FailureNoticeProps) {
  return (
    <EmptyState sign={<StateSign sign="refused" size={28} />} heading={heading} isAlert title={title} body={body}>
      <button type="button" className="button" disabled={isBusy} onClick={onAct}>
        <Icon name="renew" />
        {action}
      </button>
    </EmptyState>
  );
}
