import { newId } from '../../kit/ids.ts';
import type { Person } from '../builders.ts';
import { aPairedMachine, connectOven, type Oven } from '../oven.ts';
import type { TestServer } from '../testServer.ts';

interface DesiredProgram {
  id: string;
  revision: number;
  sha256: string;
}

/** A connected oven that reports at once that it holds what it is told to hold, or that it refuses it. */
export interface ObedientOven {
  id: string;
  name: string;
  oven: Oven;
  /** The programs of the newest desired state. */
  desired(): DesiredProgram[];
  /** From now on it refuses this revision of every program; null: none. */
  refuse(revision: number | null): void;
  /** Bakes a program as it holds it. */
  bake(programId: string, end?: 'done' | 'interrupted'): Promise<void>;
  close(): Promise<void>;
}

export async function anObedientOven(
  server: TestServer,
  admin: Person,
  fields: Record<string, unknown> = {},
  birth: object = {},
): Promise<ObedientOven> {
  const { machine, credentials } = await aPairedMachine(server, admin, fields);
  const oven = await connectOven(credentials);
  let desired: { version: number; programs: DesiredProgram[] } = { version: 0, programs: [] };
  let refused: number | null = null;
  const answer = () =>
    oven.report('reported', {
      id: newId(),
      at: new Date().toISOString(),
      desiredVersion: desired.version,
      softwareVersion: '4.2.1',
      programs: desired.programs.map(({ id, revision, sha256 }) =>
        revision === refused
          ? { id, revision, sha256, state: 'refused', reason: { code: 'invalid' } }
          : { id, revision, sha256, state: 'applied' },
      ),
    });
  oven.client.on('message', (topic, payload) => {
    if (!topic.endsWith('/desired') || payload.length === 0) return;
    desired = JSON.parse(payload.toString());
    void answer().catch(() => undefined);
  });
  await oven.client.subscribeAsync(`m/${machine.id}/desired`, { qos: 1 });
  await oven.birth(birth);
  return {
    id: machine.id,
    name: machine.name,
    oven,
    desired: () => desired.programs,
    refuse: (revision) => {
      refused = revision;
    },
    bake: async (programId, end = 'done') => {
      const { revision, sha256 } = desired.programs.find(({ id }) => id === programId) ?? { revision: 1, sha256: '' };
      const program = { id: programId, name: 'Bread', revision, sha256, totalSeconds: 1200 };
      const at = Date.now();
      await oven.report('activities', {
        entries: [
          { id: newId(), at: new Date(at).toISOString(), type: 'ProgramStart', program },
          { id: newId(), at: new Date(at + 1).toISOString(), type: 'ProgramEnd', program, mode: end },
        ],
      });
    },
    close: () => oven.close(),
  };
}
