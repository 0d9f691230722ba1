import { Icon } from '../signs/Icon.tsx';
import { StateSign } from '../signs/StateSign.tsx';

interface TroubleProps {
  /** Of a whole page, or of a part of one. */
  heading: 'h1' | 'h2';
  title: string;
  body: string;
  /** What can be done about it. */
  action: string;
  onAct: () => void;
  isBusy?: boolean;
}

/** In the place of what should be there: what happened, and one way on. */
export function Trouble({ heading: Heading, title, body, action, onAct, isBusy = false }: TroubleProps) {
  return (
    <div className="empty" role="alert">
      <StateSign sign="refused" size={28} />
      <div>
        <Heading>{title}</Heading>
        <p>{body}</p>
        <button type="button" className="button" disabled={isBusy} onClick={onAct}>
          <Icon name="renew" />
          {action}
        </button>
      </div>
    </div>
  );
}
