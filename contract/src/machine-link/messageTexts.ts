import type { DownTopic, UpTopic } from './topics.ts';
import { linkLimits } from './topics.ts';

export interface MessageText {
  title: string;
  /** One sentence. */
  summary: string;
  description: string;
}

/** MKR-02: what each message is for, in the AsyncAPI document and in docs/machines.md. */
export const messageTexts: Record<UpTopic | DownTopic, MessageText> = {
  birth: {
    title: 'Birth',
    summary: 'The first message of each connection: who the machine is, what it holds, its settings with their limits.',
    description:
      'Sent after the subscriptions. The server then sends `desired` and the commands that wait. Whatever the clock shows, the newest session is the present one.',
  },
  will: {
    title: 'Last will',
    summary:
      'Set as last will in CONNECT; sent by the machine itself, with `leaving`, before it disconnects in good order.',
    description: 'Counts only for the session that it names, so that one that comes late ends no newer connection.',
  },
  activities: {
    title: 'Activities',
    summary: 'What the machine did: one thing or many, each with its time.',
    description: 'What is sent twice is stored once, by machine and id. The newest one says what the machine does now.',
  },
  errors: {
    title: 'Faults',
    summary: 'E01 to E08: the beginning of a fault, and later its end.',
    description:
      'The same code and dateStart with a dateEnd ends the fault. Beginning and end may come in either order, or only the end.',
  },
  readings: {
    title: 'Readings',
    summary: 'Temperatures, energy and progress, one a minute while the machine works.',
    description: 'One reading is stored for each machine and millisecond. Names follow OPC 30200 where it has one.',
  },
  reported: {
    title: 'Reported state',
    summary: 'What became of the wanted programs, and every other change on the machine.',
    description:
      'Sent once all of `desired` is settled, or after a few seconds when bodies are missing. The list of programs is whole.',
  },
  changed: {
    title: 'Changed program',
    summary: 'The body of a program that a person has edited at the machine, as it is there now.',
    description:
      'Sent before the `reported` that names it with state `changed` and the same hash. The machine keeps it, whatever revision is wanted, until `overwrite` is true. A message whose hash is not that of its body is refused with the code `otherHash`.',
  },
  requests: {
    title: 'Requests',
    summary: 'Asks for the bodies of programs that the machine lacks.',
    description:
      'Answered by one `programs` for each, and not stored: `stored` does not name it. A machine asks again after half a minute while it lacks them. Programs that are not wanted of this machine are not sent.',
  },
  answers: {
    title: 'Answers',
    summary: 'The answer to a command: done, or refused with a reason.',
    description: 'Repeated, with the same id, for a command that comes again. The first answer counts.',
  },
  alive: {
    title: 'Alive',
    summary: `Sent with QoS 0 by a connected machine that has sent nothing else for ${linkLimits.aliveSeconds} seconds.`,
    description: `Not stored. A machine of which nothing was heard for ${linkLimits.silenceSeconds} seconds counts as not connected.`,
  },
  desired: {
    title: 'Desired state',
    summary: 'The programs that the machine should hold. Sent once after each birth, and at every change.',
    description:
      'Retained by the embedded broker. An empty payload means that nothing is wanted of this machine for now, because it is not approved or out of service: it keeps what it has. An older version than the last one is ignored.',
  },
  programs: {
    title: 'Program',
    summary: 'The body of one program. The machine checks its SHA-256 before it takes it.',
    description:
      'A body whose hash is not the wanted one is refused with the reason `damaged`, if its revision is the wanted one, and otherwise ignored.',
  },
  commands: {
    title: 'Command',
    summary: 'A setting to change, not after `expiresAt`.',
    description: 'It may come again until it is answered, also after each birth: one commandId is executed once.',
  },
  stored: {
    title: 'Stored',
    summary: 'The acknowledgement that counts: the ids of reports that are stored, or refused for ever.',
    description: `Sent with QoS 0 after the commit. A machine keeps a report until its id is named, and sends it again after ${linkLimits.storedWithinSeconds} seconds or a new connection.`,
  },
  refused: {
    title: 'Refused',
    summary: 'What the server refuses for ever, entry by entry, with the reason.',
    description:
      'Sent with QoS 0 before the `stored` that names the same ids. The other entries of the message are stored. A machine sends nothing of this again; one that does not subscribe to it stops at `stored`.',
  },
};
