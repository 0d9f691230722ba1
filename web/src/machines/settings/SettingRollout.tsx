import { say } from '@fournil/contract/kit/words';
import type { MachineSetting } from '@fournil/contract/machine-link/fields';
import type { MachineSettingsView } from '@fournil/contract/machines/settings';
import { settingName } from '@fournil/contract/machines/settingWords';
import { useId, useState } from 'react';
import { Navigate, useLocation, useParams, useSearchParams } from 'react-router-dom';
import { useRead } from '../../data/index.ts';
import { useSettingText } from '../../kit/format/settingText.ts';
import { FieldFrame } from '../../kit/inputs/FieldFrame.tsx';
import { LoadedRecord } from '../../kit/pages/LoadedRecord.tsx';
import { useTitle } from '../../kit/pages/useTitle.ts';
import { PageFor } from '../../kit/session/May.tsx';
import { useProfile } from '../../kit/session/profile.ts';
import { useLanguage } from '../../kit/useT.ts';
import { useModels } from '../../models/index.ts';
import { NewRollout, useSettingTextOf } from '../../rollouts/index.ts';
import { useRolloutT } from '../../rollouts/messages.ts';
import { MachineGone } from '../MachineGone.tsx';
import { SettingControl, type Typed, useTyped } from './SettingControl.tsx';
import { useErrorText } from './settingErrors.ts';
import { settingsReading } from './settingsQueries.ts';
import './settings.css';

/** MNU-03: `/machines/{id}/settings/rollout?param=…`: a value of a setting for other ovens of the same organisation. */
export function SettingRollout() {
  return (
    <PageFor act="machines.settings">
      <Loaded />
    </PageFor>
  );
}

function Loaded() {
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const profile = useProfile();
  return (
    <LoadedRecord of="machine" reading={useRead(settingsReading(id))} gone={() => <MachineGone />} isNarrow>
      {({ machine, settings }) => {
        const found = settings.find(({ setting }) => setting.param === search.get('param'));
        // Only within a control session: a rollout belongs to the organisation of the person whose session it is.
        if (!found || !profile?.master) return <Navigate to={`/machines/${id}/settings`} replace />;
        return <OfSetting machine={machine} setting={found.setting} />;
      }}
    </LoadedRecord>
  );
}

interface OfSettingProps {
  machine: MachineSettingsView['machine'];
  setting: MachineSetting;
}

function OfSetting({ machine, setting }: OfSettingProps) {
  const rolloutT = useRolloutT();
  const models = useModels();
  const nameOf = useSettingTextOf();
  const { typedOf, readTyped } = useTyped(setting);
  const errorOf = useErrorText(setting);
  const brought = (useLocation().state as { typed?: Typed } | null)?.typed;
  const [typed, setTyped] = useState<Typed>(brought ?? typedOf(setting.value));
  const [isAsked, setAsked] = useState(brought !== undefined);
  const value = readTyped(typed);
  const error = errorOf(value);
  const unit = setting.type === 'DOUBLE' ? setting.unit : undefined;
  const name = nameOf({ param: setting.param, value }, unit);
  useTitle(rolloutT('rollouts.create.title', { subject: name }));
  return (
    <NewRollout
      kind="setting"
      subject={error ? null : { kind: 'setting', param: setting.param, type: setting.type, value }}
      name={name}
      offeredModels={models.map(({ code }) => code)}
      backTo={`/machines/${machine.id}/settings`}
      above={
        <Value
          machine={machine}
          setting={setting}
          typed={typed}
          error={isAsked ? error : null}
          onType={(next) => {
            setTyped(next);
            setAsked(true);
          }}
        />
      }
      onIncomplete={() => setAsked(true)}
    />
  );
}

interface ValueProps extends OfSettingProps {
  typed: Typed;
  error: string | null;
  onType: (typed: Typed) => void;
}

function Value({ machine, setting, typed, error, onType }: ValueProps) {
  const rolloutT = useRolloutT();
  const id = useId();
  const language = useLanguage();
  const { value } = useSettingText();
  return (
    <section className="setting-rollout">
      <h2>{rolloutT('rollouts.create.value')}</h2>
      <FieldFrame
        id={id}
        label={say(settingName(setting.param), language)}
        hint={rolloutT('rollouts.create.valueOf', { name: machine.name, value: value(setting.value, setting) })}
        error={error ?? undefined}
        isRequired
      >
        <SettingControl id={id} setting={setting} typed={typed} isInvalid={error !== null} onType={onType} />
      </FieldFrame>
    </section>
  );
}
