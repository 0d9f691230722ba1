import type { RolloutView } from '@fournil/contract/software-updates/rollout';
import { Link, useParams } from 'react-router-dom';
import { isGone, useRead } from '../../data/index.ts';
import { useDates } from '../../kit/format/dates.ts';
import { HistoryList } from '../../kit/history/HistoryList.tsx';
import { Failed } from '../../kit/pages/Failed.tsx';
import { GonePage } from '../../kit/pages/GonePage.tsx';
import { useTitle } from '../../kit/pages/useTitle.ts';
import { ConfirmRollout } from './ConfirmRollout.tsx';
import { RingLine } from './RingLine.tsx';
import { RolloutButtons } from './RolloutButtons.tsx';
import { RolloutMachines } from './RolloutMachines.tsx';
import { RolloutState } from './RolloutState.tsx';
import { useRolloutT } from './rolloutMessages.ts';
import { rolloutReading } from './rolloutQueries.ts';

/** A rollout with its rings, the actions on it, and its machines. */
export function RolloutShow() {
  const t = useRolloutT();
  const { id = '' } = useParams();
  const { data: rollout, error, refetch } = useRead(rolloutReading(id));
  useTitle(rollout ? t('rollouts.of', { version: rollout.update.version }) : t('rollouts.title'));
  if (error && !rollout) return isGone(error) ? <Gone /> : <Failed onRetry={() => void refetch()} />;
  if (!rollout) return <div className="page" aria-busy="true" />;
  return (
    <div className="page rollout">
      <Head rollout={rollout} />
      <ol className="rings">
        {rollout.rings.map((ring) => (
          <RingLine key={ring.position} ring={ring} rollout={rollout} />
        ))}
      </ol>
      <Rules rollout={rollout} />
      <RolloutMachines rollout={rollout} />
      <section className="rollout__history">
        <h2>{t('rollouts.history')}</h2>
        <HistoryList path="/history" fixed={{ entity: 'rollout', thing: rollout.id }} about={rollout.id} />
      </section>
    </div>
  );
}

function Head({ rollout }: { rollout: RolloutView }) {
  const t = useRolloutT();
  const dates = useDates();
  const { askedBy, confirmedBy } = rollout;
  const isAsked = rollout.state === 'unconfirmed' || confirmedBy !== null || rollout.reason === 'takenBack';
  return (
    <header className="update__head">
      <div className="update__title">
        <p>
          <Link to="/rollouts">{t('rollouts.title')}</Link>
          {' · '}
          <Link to={`/software-updates/${rollout.update.id}`}>{rollout.update.version}</Link>
        </p>
        <h1>{t('rollouts.of', { version: rollout.update.version })}</h1>
        <p className="rollout__state" role="status">
          <RolloutState rollout={rollout} />
        </p>
        <p className="soft">
          {t(isAsked ? 'rollouts.askedBy' : 'rollouts.startedBy', {
            date: dates.date(rollout.createdAt),
            name: rollout.createdBy,
          })}{' '}
          {isAsked &&
            askedBy &&
            askedBy.name !== rollout.createdBy &&
            `${t('rollouts.retriedBy', { name: askedBy.name })} `}
          {confirmedBy && t('rollouts.confirmedBy', { date: dates.date(confirmedBy.at), name: confirmedBy.name })}
        </p>
      </div>
      {rollout.state === 'unconfirmed' ? <ConfirmRollout rollout={rollout} /> : <RolloutButtons rollout={rollout} />}
    </header>
  );
}

function Rules({
  rollout: { openAtPercent, abortAtPercent, silenceMinutes, allowOlder, thenGeneral },
}: {
  rollout: RolloutView;
}) {
  const t = useRolloutT();
  const dates = useDates();
  return (
    <p className="soft rollout__rules">
      {t('rollouts.rules', { open: openAtPercent, abort: abortAtPercent, span: dates.span(silenceMinutes * 60) })}{' '}
      {thenGeneral && t('rollouts.rulesGeneral')} {allowOlder && t('rollouts.rulesOlder')}
    </p>
  );
}

function Gone() {
  const t = useRolloutT();
  return <GonePage icon="software" title={t('rollouts.goneTitle')} to="/rollouts" back={t('rollouts.title')} />;
}
