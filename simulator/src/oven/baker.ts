import { type OvenState, runningProgramId } from './ovenState.ts';

/**
 * MNU-02: the baker of an oven whose plate says so changes the first program that it holds as desired, once for ever.
 */
export function changeAsPlated(state: OvenState, change: (programId: string) => boolean): void {
  const { plate, hasChanged, holding } = state.memory;
  if (!plate.isChanged || hasChanged || holding.processedVersion !== holding.desired?.version) return;
  const first = holding.held.find((one) => one.state === 'applied' && one.id !== runningProgramId(state));
  if (first) state.memory.hasChanged = change(first.id);
}
