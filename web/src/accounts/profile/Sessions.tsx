import type { SessionView } from '@fournil/contract/accounts/sessions';
import { useLocale } from 'ra-core';
import { call, isGone, readingItems, useAct, useRead } from '../../data/index.ts';
import { countryName } from '../../kit/format/countryName.ts';
import { useDates } from '../../kit/format/dates.ts';
import { useDeviceName } from '../../kit/format/deviceName.ts';
import { useNow } from '../../kit/format/useNow.ts';
import { Failed } from '../../kit/pages/Failed.tsx';
import { Icon } from '../../kit/signs/Icon.tsx';
import { useProfileT } from './messages.ts';

const sessionsReading = readingItems<SessionView>({ about: 'sessions', path: '/sessions' });

/** The person's sessions, and control sessions in their name; each can be ended. */
export function Sessions() {
  const t = useProfileT();
  const { data: sessions = [], error, refetch } = useRead(sessionsReading);
  const ending = useAct({
    changes: 'account',
    // A session that has ended meanwhile counts as ended by this call.
    send: (id: string | null) =>
      call(id === null ? '/sessions' : `/sessions/${id}`, { method: 'DELETE' }).catch((refusal) => {
        if (!isGone(refusal)) throw refusal;
      }),
  });
  return (
    <section>
      <div className="profile__head">
        <h3>{t('profile.sessions.title')}</h3>
        {sessions.length > 1 && (
          <button
            type="button"
            className="button button--plain"
            disabled={ending.isPending}
            onClick={() => ending.act(null)}
          >
            {t('profile.sessions.endAll')}
          </button>
        )}
      </div>
      {error && <Failed onRetry={() => void refetch()} />}
      <ul className="profile__list">
        {sessions.map((session) => (
          <Session
            key={session.id}
            session={session}
            isEnding={ending.isPending}
            onEnd={() => ending.act(session.id)}
          />
        ))}
      </ul>
    </section>
  );
}

function Session({ session, isEnding, onEnd }: { session: SessionView; isEnding: boolean; onEnd: () => void }) {
  const t = useProfileT();
  const dates = useDates();
  const now = useNow(30_000);
  const deviceName = useDeviceName();
  const locale = useLocale();
  const { userAgent, address, country, lastUsedAt, isCurrent, master } = session;
  const place = [country && countryName(country, locale), address].filter(Boolean).join(' · ');
  const name = master ? t('profile.sessions.master', { name: master }) : deviceName(userAgent);
  return (
    <li>
      <Icon name={master ? 'users' : 'user'} />
      <span className="profile__item">
        <strong>{name}</strong>
        <span className="soft">
          {isCurrent
            ? t('profile.sessions.current')
            : t('profile.sessions.used', { place, ago: dates.ago(lastUsedAt, now) })}
        </span>
      </span>
      {!isCurrent && (
        <button
          type="button"
          className="button button--small"
          disabled={isEnding}
          aria-label={t('profile.sessions.endOne', { name })}
          onClick={onEnd}
        >
          {t('profile.sessions.end')}
        </button>
      )}
    </li>
  );
}
