import type { Command } from '@fournil/contract/machine-link/fromServer';
import { downMessages } from '@fournil/contract/machine-link/messages';
import { log } from '../log.ts';
import type { Report } from '../state/queue.ts';
import { applyCommand } from '../state/settings.ts';
import { envelope, type OvenState, queueReport } from './ovenState.ts';

const answersKept = 200;

/** Executes a command once; a repeated command gets the same answer again. */
export function answerCommand(state: OvenState, message: unknown): void {
  const { memory } = state;
  const command = downMessages.commands.safeParse(message);
  if (!command.success) {
    log('badCommand', { serialNumber: memory.plate.serialNumber });
    return;
  }
  const { commandId } = command.data;
  let entry = memory.answers.find(([id]) => id === commandId)?.[1];
  if (!entry) {
    entry = executed(state, command.data);
    const known: typeof memory.answers = [...memory.answers, [commandId, entry]];
    memory.answers = known.slice(-answersKept);
  }
  queueReport(state, { topic: 'answers', entry });
}

function executed(state: OvenState, command: Command): Report['entry'] {
  const { memory } = state;
  const { v: _version, ...head } = envelope(state);
  const outcome = applyCommand(memory.settings, command, new Date());
  if (outcome.done) memory.settings = outcome.settings;
  const { done, setting } = outcome;
  return {
    ...head,
    commandId: command.commandId,
    done,
    ...(outcome.done ? {} : { reason: outcome.reason }),
    ...(setting ? { setting } : {}),
  };
}
