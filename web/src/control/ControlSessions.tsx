import type { ConnectionView } from '@fournil/contract/history/historyEvent';
import { growingListLimits } from '@fournil/contract/kit/growingList';
import { useReadPages } from '../data/index.ts';
import { When } from '../kit/format/When.tsx';
import { useKitT } from '../kit/messages.ts';
import { Failed } from '../kit/pages/Failed.tsx';
import { useMay, useProfile } from '../kit/session/profile.ts';
import { useT } from './messages.ts';
import '../kit/history/history.css';
import { SeeMore } from '../kit/lists/SeeMore.tsx';

/** IMP-05: who signed in as whom; of all organisations for the super admin, of their own for a client. */
export function ControlSessions() {
  const t = useT();
  const isStaff = useMay()('control.history');
  const isDelegate = useProfile()?.kind === 'user';
  const path = isStaff ? '/history/impersonalization' : '/profile/visits';
  const kitT = useKitT();
  const pages = useReadPages<ConnectionView>({ about: 'history', path }, growingListLimits.entries);
  const { data, error, refetch } = pages;
  if (error && !data) return <Failed onRetry={() => void refetch()} />;
  const sessions = data?.pages.flatMap((page) => page.data);
  // Without control sessions, which is usual, nothing is shown.
  if (!isStaff && !sessions?.length) return null;
  return (
    <section>
      <h2>{t(isDelegate ? 'control.ownSessions' : 'control.sessions')}</h2>
      {sessions?.length === 0 && <p className="soft history__none">{kitT('kit.noHistory')}</p>}
      <ul className="history" aria-busy={!sessions}>
        {sessions?.map(({ id, by, fullName, society, dateEvent }) => (
          <li key={id}>
            <span>{t('control.session', { by, name: fullName, society: society ?? '–' })}</span>
            <span className="soft">
              <When at={dateEvent} />
            </span>
          </li>
        ))}
      </ul>
      <SeeMore pages={pages} />
    </section>
  );
}
