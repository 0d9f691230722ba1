import type { MachineView } from '@fournil/contract/machines/machine';

export interface Progress {
  elapsedSeconds: number;
  totalSeconds: number;
  remainingSeconds: number;
  share: number;
}

/** The progress of the running program now, computed from the machine's last report. */
export function progressOf({ now, connection }: Pick<MachineView, 'now' | 'connection'>, at: number): Progress | null {
  if (now.occupation !== 'program' || !now.program || now.program.totalSeconds <= 0) return null;
  const { elapsedSeconds: said, totalSeconds } = now.program;
  const since = connection.connected && now.at ? Math.max(0, (at - Date.parse(now.at)) / 1000) : 0;
  const elapsedSeconds = Math.min(totalSeconds, said + since);
  return {
    elapsedSeconds,
    totalSeconds,
    remainingSeconds: totalSeconds - elapsedSeconds,
    share: elapsedSeconds / totalSeconds,
  };
}
