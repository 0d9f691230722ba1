import type { HomeInfos } from '@fournil/contract/home/homeInfos';
import { say } from '@fournil/contract/kit/words';
import { faultTexts } from '@fournil/contract/machines/faults';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useDates } from '../kit/format/dates.ts';
import { useNow } from '../kit/format/useNow.ts';
import { listLink } from '../kit/lists/listLink.ts';
import { useMay } from '../kit/session/profile.ts';
import { Icon } from '../kit/signs/Icon.tsx';
import { type Sign, StateSign } from '../kit/signs/StateSign.tsx';
import { useT } from './messages.ts';

/** The number of items: each oven with a fault, each outage, each refused program, one for each kind of approval, and one for what was changed. */
export function waitingCount(infos: HomeInfos): number {
  const { failing, outages, waitingMachines, waitingPrograms, refusedPrograms, differences } = infos;
  return (
    failing.length +
    outages.length +
    refusedPrograms.length +
    Number(differences > 0) +
    Number(waitingMachines.length > 0) +
    Number(waitingPrograms.length > 0)
  );
}

/** What needs the reader's attention, most urgent first, each with one action. */
export function Waiting({ infos }: { infos: HomeInfos }) {
  const t = useT();
  return (
    <section className="waiting">
      <h2>{t('home.waiting.title')}</h2>
      {waitingCount(infos) === 0 ? (
        <p className="waiting__nothing">
          <StateSign sign="resolved" size={16} /> {t('home.waiting.nothing')}
        </p>
      ) : (
        <ul>
          <Failing infos={infos} />
          <Lost infos={infos} />
          <WaitingMachines infos={infos} />
          <WaitingPrograms infos={infos} />
          <Differences infos={infos} />
          {infos.refusedPrograms.map(({ id, name, machines, reason }) => (
            <WaitingRow
              key={id}
              sign="pending"
              title={t('home.waiting.refused', { name, smart_count: machines })}
              verb={t('home.waiting.correct')}
              to={`/programs/${id}/1`}
            >
              {reason}
            </WaitingRow>
          ))}
        </ul>
      )}
    </section>
  );
}

function Failing({ infos }: { infos: HomeInfos }) {
  const t = useT();
  const dates = useDates();
  const now = useNow(30_000);
  return infos.failing.map(({ id, name, code, since }) => (
    <WaitingRow
      key={id}
      sign="failing"
      title={t('home.waiting.failing', { name })}
      verb={t('home.waiting.seeFault')}
      to={`/machines/${id}/show/defaults`}
    >
      <span title={dates.date(since, 'exact')}>
        {t('home.waiting.failingSince', {
          code,
          fault: lowerFirst(say(faultTexts[code].name, dates.language)),
          span: dates.span((now - Date.parse(since)) / 1000),
        })}
      </span>
    </WaitingRow>
  ));
}

/** SCL-01: one line for a whole site. */
function Lost({ infos }: { infos: HomeInfos }) {
  const t = useT();
  const may = useMay();
  const dates = useDates();
  const now = useNow(30_000);
  return infos.outages.map(({ id, structure, machine, machines, since }) => (
    <WaitingRow
      key={id}
      sign="away"
      title={lostTitle(t, { structure, machine, machines })}
      verb={t(machine ? 'home.waiting.seeMachine' : 'home.waiting.seeMachines')}
      to={
        machine && may('machines.show')
          ? `/machines/${machine.id}/show`
          : listLink('machines', { ...(structure && { structure: structure.id }), connected: false })
      }
    >
      <span title={dates.date(since, 'exact')}>
        {machine && structure && `${structure.name}, `}
        {t('home.waiting.lostSince', { span: dates.span((now - Date.parse(since)) / 1000) })}
      </span>
    </WaitingRow>
  ));
}

function lostTitle(
  t: ReturnType<typeof useT>,
  { structure, machine, machines }: Pick<HomeInfos['outages'][number], 'structure' | 'machine' | 'machines'>,
): string {
  if (machine) return t('home.waiting.lostMachine', { name: machine.name });
  const count = { smart_count: machines };
  return structure
    ? t('home.waiting.lostSite', { ...count, name: structure.name })
    : t('home.waiting.lostMachines', count);
}

function WaitingMachines({ infos }: { infos: HomeInfos }) {
  const t = useT();
  if (infos.waitingMachines.length === 0) return null;
  const names = infos.waitingMachines.map(({ name, paired }) =>
    t(paired ? 'home.waiting.paired' : 'home.waiting.notPaired', { name }),
  );
  return (
    <WaitingRow
      sign="notApproved"
      title={t('home.waiting.machines', {
        smart_count: Math.max(infos.machinesToBeApproved, infos.waitingMachines.length),
      })}
      verb={t('home.waiting.approve')}
      to={listLink('machines', { approved: false })}
    >
      {names.join(' · ')}
    </WaitingRow>
  );
}

function WaitingPrograms({ infos }: { infos: HomeInfos }) {
  const t = useT();
  if (infos.waitingPrograms.length === 0) return null;
  const names = infos.waitingPrograms.map(({ name, createdBy }) =>
    createdBy ? t('home.waiting.writtenBy', { name, author: createdBy }) : name,
  );
  return (
    <WaitingRow
      sign="unapproved"
      title={t('home.waiting.programs', {
        smart_count: Math.max(infos.programsToBeApproved, infos.waitingPrograms.length),
      })}
      verb={t('home.waiting.review')}
      to={listLink('programs', { approved: false })}
    >
      {names.join(' · ')}
    </WaitingRow>
  );
}

/** MNU-02 */
function Differences({ infos: { differences } }: { infos: HomeInfos }) {
  const t = useT();
  if (differences === 0) return null;
  return (
    <WaitingRow
      sign="changedOnMachine"
      title={t('home.waiting.differences', { smart_count: differences })}
      verb={t('home.waiting.compare')}
      to="/differences"
    >
      {t('home.waiting.differencesHint')}
    </WaitingRow>
  );
}

/** One thing that needs attention, with the page on which something can be done. */
export function WaitingRow({
  sign,
  title,
  verb,
  to,
  children,
}: {
  sign: Sign;
  title: string;
  verb: string;
  to: string;
  children: ReactNode;
}) {
  return (
    <li>
      <Link to={to}>
        <StateSign sign={sign} size={18} />
        <span className="waiting__text">
          <strong className="clamp">{title}</strong>
          <span className="clamp clamp--4">{children}</span>
        </span>
        <span className="waiting__verb">{verb}</span>
        <Icon name="right" size={16} />
      </Link>
    </li>
  );
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLocaleLowerCase() + text.slice(1);
}
