import type { Birth } from '@fournil/contract/machine-link/fromMachines';
import { type Finding, openFindings, summaryOf } from './findings.ts';
import type { Options } from './options.ts';
import { openStage, type Stage, type StageNeeds } from './stage.ts';
import { tryAtOven } from './steps/atOven.ts';
import { tryClocks } from './steps/clocks.ts';
import { tryLosses } from './steps/losses.ts';
import { tryMove } from './steps/moving.ts';
import { loseFirstRenewal, tryBirth, tryPairing, tryRenewal } from './steps/pairing.ts';
import { tryPrograms } from './steps/programs.ts';
import { checkRules, trySilence } from './steps/rules.ts';
import { trySettings } from './steps/settings.ts';

export interface RunNeeds {
  options: Options;
  say(line: string): void;
  /** Instead of the embedded one, for tests. */
  database?: StageNeeds['database'];
  /** Called when the machine may begin. */
  onReady?: (stage: Stage) => void;
  /** Ends the run: everything is closed and deleted, then it rejects. */
  signal?: AbortSignal;
}

/** MKR-03: puts one machine through the protocol. Returns what was found; the last lines say it again. */
export async function runConformance({
  options,
  say,
  database,
  onReady,
  signal,
}: RunNeeds): Promise<readonly Finding[]> {
  const findings = openFindings(say);
  const stage = await openStage({ options, findings, say, ...(database ? { database } : {}) });
  try {
    onReady?.(stage);
    await Promise.race([play(stage), ...(signal ? [aborted(signal)] : [])]);
  } finally {
    await stage.close();
  }
  say(summaryOf(findings.all()));
  return findings.all();
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = () => reject(signal.reason);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}

async function play(stage: Stage): Promise<void> {
  loseFirstRenewal(stage);
  if (!(await tryPairing(stage))) return;
  const birth = await tryBirth(stage);
  if (birth?.message) {
    const first = birth.message as unknown as Birth;
    await tryRenewal(stage);
    await tryPrograms(stage);
    const setting = await trySettings(stage, first);
    await tryLosses(stage, first, setting);
    await tryClocks(stage, setting);
    if (await tryMove(stage)) {
      await tryAtOven(stage);
      await trySilence(stage);
    }
  }
  await checkRules(stage);
}
