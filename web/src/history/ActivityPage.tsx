import { ControlSessions } from '../control/index.ts';
import { HistoryList } from '../kit/history/HistoryList.tsx';
import { useTitle } from '../kit/pages/useTitle.ts';
import { May } from '../kit/session/May.tsx';
import { ExtractActivities } from '../machines/index.ts';
import { useT } from './messages.ts';

/** HIS-03: the reader's own history. */
export function ActivityPage() {
  const t = useT();
  useTitle(t('history.title'));
  return (
    <div className="page page--narrow">
      <div className="page__head">
        <h1>{t('history.title')}</h1>
        <ExtractActivities />
      </div>
      <p className="soft">{t('history.lead')}</p>
      <HistoryList path="/profile/history" />
      <May act="control.history">
        <ControlSessions />
      </May>
      <May act="control.sessions">
        <ControlSessions />
      </May>
    </div>
  );
}
