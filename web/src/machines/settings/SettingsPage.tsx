import { say } from '@fournil/contract/kit/words';
import { commandLimits, type MachineSettingsView } from '@fournil/contract/machines/settings';
import { settingGroup, settingGroupWords } from '@fournil/contract/machines/settingWords';
import { Link, useParams } from 'react-router-dom';
import { useRead } from '../../data/index.ts';
import { useDates } from '../../kit/format/dates.ts';
import { useNow } from '../../kit/format/useNow.ts';
import { LoadedRecord } from '../../kit/pages/LoadedRecord.tsx';
import { useTitle } from '../../kit/pages/useTitle.ts';
import { PageFor } from '../../kit/session/May.tsx';
import { useMay } from '../../kit/session/profile.ts';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import { MachineGone } from '../MachineGone.tsx';
import { useT } from '../messages.ts';
import { RefusedMessages } from '../refused/RefusedMessages.tsx';
import { SettingField, SettingShown } from './SettingField.tsx';
import { SettingsHistory } from './SettingsHistory.tsx';
import { settingsReading } from './settingsQueries.ts';
import './settings.css';
import '../show/machineShow.css';

/** MAC-07: the settings of an oven: its client admin reads them, the maker's support can change them. */
export function SettingsPage() {
  return (
    <PageFor act="machines.readSettings">
      <Loaded />
    </PageFor>
  );
}

function Loaded() {
  const t = useT();
  const { id = '' } = useParams();
  const reading = useRead(settingsReading(id));
  const view = reading.data;
  useTitle(view ? t('machines.settings.title', { name: view.machine.name }) : t('machines.settings.open'));
  return (
    <LoadedRecord of="machine" reading={reading} gone={() => <MachineGone />} skeleton={<Skeleton />}>
      {(settings) => <Settings view={settings} />}
    </LoadedRecord>
  );
}

function Settings({ view }: { view: MachineSettingsView }) {
  // A change of a setting's newest command means that the history has changed too.
  const changes = view.settings.map(({ command }) => command && `${command.id} ${command.state}`).join();
  return (
    <div className="page page--narrow settings">
      <Head view={view} />
      <Notice view={view} />
      {groupsOf(view).map(({ group, settings }) => (
        <Group key={group ?? 'others'} group={group} settings={settings} machine={view.machine} />
      ))}
      <SettingsHistory view={view} changes={changes} />
      <RefusedMessages machine={view.machine} />
    </div>
  );
}

type Group = keyof typeof settingGroupWords | null;

/** The groups that the product knows, in its order; then the rest. */
function groupsOf({ settings }: MachineSettingsView): { group: Group; settings: MachineSettingsView['settings'] }[] {
  const groups: Group[] = [...(Object.keys(settingGroupWords) as Exclude<Group, null>[]), null];
  return groups
    .map((group) => ({ group, settings: settings.filter(({ setting }) => settingGroup(setting.param) === group) }))
    .filter((one) => one.settings.length > 0);
}

function Head({ view: { machine, reportedAt } }: { view: MachineSettingsView }) {
  const t = useT();
  const may = useMay();
  const dates = useDates(machine);
  const now = useNow(30_000);
  return (
    <header className="settings__head">
      <p className="settings__path clamp">
        <Link to={may('machines.show') ? `/machines/${machine.id}/show` : '/'}>
          {may('machines.show') ? machine.name : t('machines.settings.home')}
        </Link>
      </p>
      <h1 className="clamp clamp--3" title={machine.name}>
        {t('machines.settings.title', { name: machine.name })}
      </h1>
      <p className="settings__facts">
        <span className="state">
          <StateSign sign={machine.connected ? 'connected' : 'away'} />
          {t(machine.connected ? 'machines.states.connected' : 'machines.states.away')}
        </span>
        <span>{t('machines.show.serial', { serial: machine.serialNumber })}</span>
        {!may('machines.show') && <span>{machine.organisation}</span>}
        {reportedAt && (
          <span title={dates.date(reportedAt, 'exact')}>
            {t('machines.settings.reported', { ago: dates.ago(reportedAt, now) })}
          </span>
        )}
      </p>
      <p className="soft">{t('machines.settings.lead')}</p>
    </header>
  );
}

function Notice({ view: { machine, settings } }: { view: MachineSettingsView }) {
  const t = useT();
  const mayChange = useMay()('machines.settings');
  if (!machine.paired) return <p className="settings__notice">{t('machines.settings.notPaired')}</p>;
  if (settings.length === 0) return <p className="settings__notice">{t('machines.settings.none')}</p>;
  if (!mayChange) return <p className="settings__notice">{t('machines.settings.readOnly')}</p>;
  return machine.connected ? null : (
    <p className="settings__notice">{t('machines.settings.away', { hours: commandLimits.validHours })}</p>
  );
}

function Group({
  group,
  settings,
  machine,
}: {
  group: Group;
  settings: MachineSettingsView['settings'];
  machine: MachineSettingsView['machine'];
}) {
  const t = useT();
  const { language } = useDates();
  const Field = useMay()('machines.settings') && machine.paired ? SettingField : SettingShown;
  return (
    <section className="settings__group">
      <h2>{group ? say(settingGroupWords[group], language) : t('machines.settings.others')}</h2>
      {settings.map(({ setting, command }) => (
        <Field key={setting.param} machine={machine} setting={setting} command={command} />
      ))}
    </section>
  );
}

function Skeleton() {
  return (
    <div className="page page--narrow" aria-busy="true">
      <div className="machine__skeleton">
        <span className="skeleton" style={{ width: 280, height: 24 }} />
        <span className="skeleton" style={{ width: 420 }} />
        <span className="skeleton" style={{ width: 380 }} />
      </div>
    </div>
  );
}
