import { growingListLimits } from '@fournil/contract/kit/growingList';
import { say } from '@fournil/contract/kit/words';
import type { MachineCommandView, MachineSettingsView } from '@fournil/contract/machines/settings';
import { settingName } from '@fournil/contract/machines/settingWords';
import { useReadPages } from '../../data/index.ts';
import { useSettingText } from '../../kit/format/settingText.ts';
import { When } from '../../kit/format/When.tsx';
import { SeeMore } from '../../kit/lists/SeeMore.tsx';
import { Failed } from '../../kit/pages/Failed.tsx';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import { useLanguage } from '../../kit/useT.ts';
import { useT } from '../messages.ts';
import { commandSigns } from './CommandState.tsx';

/** Every change of a setting with its author and the oven's answer; ten lines, and ten more for each "see more". */
export function SettingsHistory({ view, changes }: { view: MachineSettingsView; changes: string }) {
  const t = useT();
  const { id } = view.machine;
  const pages = useReadPages<MachineCommandView>(
    // `changes` differs when a command has changed; the history is then read again.
    { about: ['machineCommands', id], path: `/machines/${id}/settings/history`, by: [changes] },
    growingListLimits.entries,
  );
  const { data, error, refetch } = pages;
  if (error && !data) return <Failed onRetry={() => void refetch()} />;
  const commands = data?.pages.flatMap((page) => page.data);
  return (
    <section className="settings__history">
      <h2>{t('machines.settings.history.title')}</h2>
      {commands?.length === 0 ? (
        <p className="soft">{t('machines.settings.history.none')}</p>
      ) : (
        <ul aria-busy={!commands}>
          {commands?.map((command) => (
            <Line key={command.id} command={command} view={view} />
          ))}
        </ul>
      )}
      <SeeMore pages={pages} />
    </section>
  );
}

function Line({ command, view }: { command: MachineCommandView; view: MachineSettingsView }) {
  const t = useT();
  const language = useLanguage();
  const { value } = useSettingText();
  const setting = view.settings.find((one) => one.setting.param === command.param)?.setting ?? { param: command.param };
  const old = command.oldValue === null ? t('machines.settings.history.unknown') : value(command.oldValue, setting);
  return (
    <li>
      <strong>{say(settingName(command.param), language)}</strong>
      <span>
        {old} → <b>{value(command.newValue, setting)}</b>
      </span>
      <span className="setting__said" data-state={command.state}>
        <StateSign sign={commandSigns[command.state]} size={12} />
        <span>
          {t(`machines.settings.short.${command.state}`)}
          {command.reason && <span className="soft">. {command.reason}</span>}
        </span>
      </span>
      <span className="soft settings__who">
        {command.requestedBy.fullName}, <When at={command.requestedAt} machine={view.machine} />
      </span>
    </li>
  );
}
