import type { RolloutView } from '@fournil/contract/rollouts/rollout';
import { Link, useParams } from 'react-router-dom';
import { useRead } from '../../data/index.ts';
import { useDates } from '../../kit/format/dates.ts';
import { HistoryList } from '../../kit/history/HistoryList.tsx';
import { LoadedRecord } from '../../kit/pages/LoadedRecord.tsx';
import { useTitle } from '../../kit/pages/useTitle.ts';
import { useMay } from '../../kit/session/profile.ts';
import { useRolloutT } from '../messages.ts';
import { RolloutState } from '../parts/RolloutState.tsx';
import { rolloutReading } from '../parts/rolloutQueries.ts';
import { useSubjectText } from '../parts/subject.ts';
import { ConfirmRollout } from './ConfirmRollout.tsx';
import { Curve } from './Curve.tsx';
import { RingLine } from './RingLine.tsx';
import { RolloutButtons } from './RolloutButtons.tsx';
import { RolloutMachines } from './RolloutMachines.tsx';

/** A rollout with its rings, the actions on it, and its machines. */
export function RolloutShow() {
  const t = useRolloutT();
  const { id = '' } = useParams();
  const reading = useRead(rolloutReading(id));
  const rollout = reading.data;
  const subjectText = useSubjectText();
  useTitle(rollout ? t('rollouts.of', { subject: subjectText(rollout.subject) }) : t('rollouts.title'));
  return (
    <LoadedRecord of="rollout" reading={reading}>
      {(one) => <Rollout rollout={one} />}
    </LoadedRecord>
  );
}

function Rollout({ rollout }: { rollout: RolloutView }) {
  const t = useRolloutT();
  const may = useMay();
  return (
    <div className="page rollout">
      <Head rollout={rollout} />
      <ol className="rings">
        {rollout.rings.map((ring) => (
          <RingLine key={ring.position} ring={ring} rollout={rollout} />
        ))}
      </ol>
      <Rules rollout={rollout} />
      {rollout.kind !== 'software' && <Curve rollout={rollout} />}
      <RolloutMachines rollout={rollout} />
      {may('history.all') && (
        <section className="rollout__history">
          <h2>{t('rollouts.history')}</h2>
          <HistoryList path="/history" fixed={{ entity: 'rollout', thing: rollout.id }} about={rollout.id} />
        </section>
      )}
    </div>
  );
}

function Head({ rollout }: { rollout: RolloutView }) {
  const t = useRolloutT();
  const dates = useDates();
  const subject = useSubjectText()(rollout.subject);
  const { askedBy, confirmedBy } = rollout;
  const isAsked = rollout.state === 'unconfirmed' || confirmedBy !== null || rollout.reason === 'takenBack';
  return (
    <header className="rollout__head">
      <div className="rollout__title">
        <p>
          <Link to="/rollouts">{t('rollouts.title')}</Link>
          <SubjectLink rollout={rollout} />
        </p>
        <h1>{t('rollouts.of', { subject })}</h1>
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

/** To the version, program or menu that it gives; a setting has no page. */
function SubjectLink({ rollout: { kind, subject } }: { rollout: RolloutView }) {
  const may = useMay();
  const { id, name } = subject;
  const pages = { software: `/software-updates/${id}`, program: `/programs/${id}/show`, menu: `/menus/${id}/show` };
  if (kind === 'setting' || id === null) return null;
  const mayOpen = kind === 'software' || may(kind === 'program' ? 'programs.show' : 'menus.list');
  return (
    <>
      {' · '}
      {mayOpen ? <Link to={pages[kind]}>{name}</Link> : name}
    </>
  );
}

function Rules({ rollout }: { rollout: RolloutView }) {
  const t = useRolloutT();
  const dates = useDates();
  const { kind, openAtPercent, abortAtPercent, silenceMinutes, bakesToOpen, allowOlder, thenGeneral } = rollout;
  return (
    <p className="soft rollout__rules">
      {t('rollouts.rules', { open: openAtPercent, abort: abortAtPercent, span: dates.span(silenceMinutes * 60) })}{' '}
      {bakesToOpen > 0 &&
        t('rollouts.rulesBakes', { smart_count: bakesToOpen, percent: rollout.abortAtInterruptedPercent })}{' '}
      {(kind === 'program' || kind === 'menu') && t('rollouts.rulesApproved')}
      {kind === 'software' && thenGeneral && t('rollouts.rulesGeneral')}{' '}
      {kind === 'software' && allowOlder && t('rollouts.rulesOlder')}
    </p>
  );
}
