/** What follows `m/{machineId}/`. `up` is published by the machine, `down` by the server. */
export const upTopics = [
  'birth',
  'will',
  'activities',
  'errors',
  'readings',
  'reported',
  'changed',
  'requests',
  'answers',
  'alive',
] as const;
export type UpTopic = (typeof upTopics)[number];
export const downTopics = ['desired', 'programs', 'commands', 'stored', 'refused'] as const;
export type DownTopic = (typeof downTopics)[number];

export function topic(machineId: string, name: UpTopic | DownTopic): string {
  return `m/${machineId}/${name}`;
}

/** The machine and the name in a topic, or null when the topic is not of this protocol. */
export function readTopic(text: string): { machineId: string; name: string } | null {
  const match = /^m\/([0-9a-f-]{36})\/([a-z]+)$/.exec(text);
  return match ? { machineId: match[1] as string, name: match[2] as string } : null;
}

/** The broker's limits, published with the protocol. */
export const linkLimits = {
  messageBytes: 256 * 1024,
  entriesPerMessage: 500,
  programsPerMachine: 500,
  settingsPerMachine: 100,
  /** A connected machine that has sent nothing else for this time sends `alive`. */
  aliveSeconds: 40,
  /** A machine that was not heard of for this time counts as not connected (SCL-01). */
  silenceSeconds: 100,
  /** A report that is not named in `stored` within this time is sent again. */
  storedWithinSeconds: 15,
  /** A machine of which no birth is stored for this time, and up to as long again by chance, asks for its broker. */
  locateAfterSeconds: 300,
  idsPerStored: 1000,
  entriesPerRefused: 100,
  protocolVersion: 1,
} as const;
