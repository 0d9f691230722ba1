import { newId } from '../kit/ids.ts';
import type { Person } from './builders.ts';
import { eventually } from './oven.ts';

/** The result of a bulk action. */
export interface Run {
  id: string;
  state: string;
  changed: number;
  unchanged: number;
  refused: number;
  refusals: { id: string; name: string; reason: string; partly: boolean }[];
  canUndo: boolean;
}

export async function finished(who: Person, id: string): Promise<Run> {
  return eventually(async () => {
    const run = (await who.get(`/bulk/${id}`)).expect(200) as Run;
    return run.state === 'running' ? null : run;
  });
}

/** Runs this action on these rows, and waits for its end. */
export async function bulkRun(who: Person, verb: string, ids: string[], args: object = {}): Promise<Run> {
  const started = (await who.post('/bulk', { id: newId(), verb, args, selection: { ids } })).expect(202) as Run;
  return finished(who, started.id);
}
