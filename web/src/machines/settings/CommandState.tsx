import type { MachineSetting } from '@fournil/contract/machine-link/fields';
import type { MachineCommandView, CommandState as State } from '@fournil/contract/machines/settings';
import { useDates } from '../../kit/format/dates.ts';
import { useSettingText } from '../../kit/format/settingText.ts';
import { useNow } from '../../kit/format/useNow.ts';
import { type Sign, StateSign } from '../../kit/signs/StateSign.tsx';
import { useT } from '../messages.ts';

export const commandSigns: Record<State, Sign> = {
  pending: 'pending',
  sent: 'pending',
  done: 'synchronised',
  refused: 'refused',
  expired: 'away',
};

interface CommandStateProps {
  command: MachineCommandView;
  setting: MachineSetting;
  machine: { timezone: string | null };
}

/** The state of the newest change: waiting, sent, confirmed, or refused with the reason. */
export function CommandState({ command, setting, machine }: CommandStateProps) {
  const t = useT();
  const dates = useDates(machine);
  const now = useNow(30_000);
  const { value } = useSettingText();
  const wanted = value(command.newValue, setting);
  const text = {
    pending: () =>
      t('machines.settings.states.pending', { at: dates.date(command.requestedAt, 'time'), value: wanted }),
    sent: () => t('machines.settings.states.sent', { value: wanted }),
    done: () => t('machines.settings.states.done', { ago: dates.ago(command.answeredAt ?? command.requestedAt, now) }),
    refused: () =>
      command.reason
        ? t('machines.settings.states.refused', { reason: command.reason })
        : t('machines.settings.states.refusedPlain'),
    expired: () => t('machines.settings.states.expired', { value: wanted }),
  }[command.state]();
  return (
    <span
      className="setting__said"
      data-state={command.state}
      title={`${command.requestedBy.fullName}, ${dates.date(command.requestedAt, 'exact')}`}
    >
      <StateSign sign={commandSigns[command.state]} />
      {text}
    </span>
  );
}
