import { Icon } from '../signs/Icon.tsx';
import { StateSign } from '../signs/StateSign.tsx';
import { EmptyState } from './EmptyState.tsx';

interface TroubleProps {
  /** Of a part of a page, or of a whole one. */
  heading?: 'h1' | 'h2';
  title: string;
  body?: string;
  /** What can be done about it. */
  action: string;
  onAct: () => void;
  isBusy?: boolean;
}

/** Shown in place of content that could not be shown: what happened, and one action. */
export function Trouble({ heading = 'h2', title, body, action, onAct, isBusy = false }: TroubleProps) {
  return (
    <EmptyState sign={<StateSign sign="refused" size={28} />} heading={heading} isAlert title={title} body={body}>
      <button type="button" className="button" disabled={isBusy} onClick={onAct}>
        <Icon name="renew" />
        {action}
      </button>
    </EmptyState>
  );
}
