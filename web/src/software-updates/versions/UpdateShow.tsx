import type { SoftwareUpdateDetail } from '@fournil/contract/software-updates/softwareUpdate';
import { Link } from 'react-router-dom';
import { useRead } from '../../data/index.ts';
import { useDates } from '../../kit/format/dates.ts';
import { When } from '../../kit/format/When.tsx';
import { HistoryList } from '../../kit/history/HistoryList.tsx';
import { LoadedRecord } from '../../kit/pages/LoadedRecord.tsx';
import { useTitle } from '../../kit/pages/useTitle.ts';
import { Icon } from '../../kit/signs/Icon.tsx';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import { useNumber } from '../../kit/useT.ts';
import { useModelNames } from '../../models/index.ts';
import { isOpen, MachineStates, rolloutsOf } from '../../rollouts/index.ts';
import { useT } from '../messages.ts';
import { useSays } from '../upload/swuFile.ts';
import { useBytes } from '../upload/useBytes.ts';
import { Checksum } from './Checksum.tsx';
import { OfferToAll } from './OfferToAll.tsx';
import { RolloutsOfUpdate } from './RolloutsOfUpdate.tsx';
import { UpdateEdit } from './UpdateEdit.tsx';
import { useSoftwareUpdate } from './useSoftwareUpdate.ts';

/** One version: its details, the states of its machines, and the actions on it. */
export function UpdateShow() {
  const t = useT();
  const reading = useSoftwareUpdate();
  useTitle(reading.data?.version ?? t('updates.title'));
  return (
    <LoadedRecord of="softwareUpdate" reading={reading}>
      {(update) => <SoftwareVersion update={update} />}
    </LoadedRecord>
  );
}

function SoftwareVersion({ update }: { update: SoftwareUpdateDetail }) {
  const t = useT();
  return (
    <div className="page update">
      <Head update={update} />
      {update.revoked && <RevokedNotice update={update} />}
      <div className="update__columns">
        <div className="update__main">
          <Machines update={update} />
          <RolloutsOfUpdate id={update.id} />
          <UpdateEdit latest={update} />
          <section>
            <h2>{t('updates.show.history')}</h2>
            <HistoryList path="/history" fixed={{ entity: 'softwareUpdate', thing: update.id }} about={update.id} />
          </section>
        </div>
        <Facts update={update} />
      </div>
    </div>
  );
}

function Head({ update }: { update: SoftwareUpdateDetail }) {
  const t = useT();
  // SWU-06: a version has one open rollout at a time.
  const open = useRead(rolloutsOf({ update: update.id })).data?.data.find(isOpen);
  return (
    <header className="update__head">
      <div className="update__title">
        <p>
          <Link to="/software-updates">{t('updates.title')}</Link>
        </p>
        <h1>{update.version}</h1>
        <p className="update__marks">
          {update.beta && <span className="mark mark--beta">{t('updates.beta')}</span>}
          {update.generalSince && <span className="mark mark--general">{t('updates.general')}</span>}
        </p>
      </div>
      {!update.revoked && (
        <div className="update__actions">
          {!update.generalSince && update.isProved && <OfferToAll update={update} />}
          {open ? (
            <Link className="button button--main" to={`/rollouts/${open.id}`}>
              {t('updates.show.underway')}
            </Link>
          ) : (
            <Link className="button button--main" to={`/software-updates/${update.id}/rollout`}>
              <Icon name="plus" />
              {t('updates.show.rollout')}
            </Link>
          )}
        </div>
      )}
    </header>
  );
}

function RevokedNotice({ update: { installed } }: { update: SoftwareUpdateDetail }) {
  const t = useT();
  return (
    <p className="update__revoked">
      <StateSign sign="refused" size={20} />
      <span>
        <strong>{t('updates.show.revokedLead')}</strong>{' '}
        {installed > 0 && t('updates.show.exposed', { smart_count: installed })}
      </span>
    </p>
  );
}

function Machines({ update: { machines, installed } }: { update: SoftwareUpdateDetail }) {
  const t = useT();
  const isAny = Object.values(machines).some((count) => count > 0);
  return (
    <section>
      <h2>{t('updates.show.machines')}</h2>
      <p>
        {installed === 0 ? t('updates.show.installedNone') : t('updates.show.installed', { smart_count: installed })}
      </p>
      {isAny ? (
        <MachineStates kind="software" counts={machines} label={t('updates.show.machines')} />
      ) : (
        <p className="soft">{t('updates.show.nobody')}</p>
      )}
    </section>
  );
}

function Facts({ update }: { update: SoftwareUpdateDetail }) {
  const modelNames = useModelNames();
  const t = useT();
  const bytes = useBytes();
  const number = useNumber();
  const dates = useDates();
  const { generalSince } = update;
  const says = useSays()(update.fileVersion, update.hardware);
  return (
    <dl className="facts">
      <div>
        <dt>{t('updates.show.file')}</dt>
        <dd>
          {update.fileName} <span className="soft">{bytes(update.sizeBytes)}</span>
        </dd>
      </div>
      <div>
        <dt>{t('updates.checksum')}</dt>
        <dd>
          <Checksum value={update.checksum} version={update.version} isWhole />
        </dd>
      </div>
      <div>
        <dt>{t('updates.show.says')}</dt>
        <dd>{says || <span className="soft">{t('updates.show.saysNothing')}</span>}</dd>
      </div>
      <div>
        <dt>{t('updates.models')}</dt>
        <dd>{modelNames(update.models)}</dd>
      </div>
      <div>
        <dt>{t('updates.downloads')}</dt>
        <dd>{number(update.countDownloaded)}</dd>
      </div>
      <div>
        <dt>{t('updates.createdAt')}</dt>
        <dd>
          <When at={update.createdAt} /> {t('updates.show.by', { name: update.createdBy })}
        </dd>
      </div>
      <div>
        <dt>{t('updates.general')}</dt>
        <dd>
          {generalSince
            ? t('updates.show.generalSince', { date: dates.date(generalSince) })
            : t(update.revoked ? 'updates.show.generalNever' : 'updates.show.generalHow')}
        </dd>
      </div>
    </dl>
  );
}
