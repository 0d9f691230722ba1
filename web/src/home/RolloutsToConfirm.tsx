import type { RolloutView } from '@fournil/contract/rollouts/rollout';
import { readingList, useRead } from '../data/index.ts';
import { useProfile } from '../kit/session/profile.ts';
import { useT } from './messages.ts';
import { WaitingRow } from './Waiting.tsx';

/** SWU-06: the maker's rollouts that wait for a second person. */
export function RolloutsToConfirm() {
  const t = useT();
  const profile = useProfile();
  const { data: rollouts } = useRead(
    readingList<RolloutView>({
      about: 'rollouts',
      path: '/rollouts',
      query: { kind: 'software', state: 'unconfirmed', page: 1, itemsPerPage: 10 },
      refetchInterval: 30_000,
    }),
  );
  if (!rollouts || rollouts.total === 0) return null;
  return (
    <section className="waiting">
      <h2>{t('home.waiting.title')}</h2>
      <ul>
        {rollouts.data.map(({ id, subject, askedBy }) => (
          <WaitingRow
            key={id}
            sign="notApproved"
            title={t('home.fleet.toConfirm', { version: subject.name })}
            verb={t(askedBy?.id === profile?.id ? 'home.fleet.see' : 'home.fleet.confirm')}
            to={`/rollouts/${id}`}
          >
            {askedBy && t('home.fleet.askedBy', { person: askedBy.name })}
          </WaitingRow>
        ))}
      </ul>
    </section>
  );
}
