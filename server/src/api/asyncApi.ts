import { downMessages, upMessages } from '@fournil/contract/machine-link/messages';
import { linkLimits } from '@fournil/contract/machine-link/topics';
import { z } from 'zod';

const purposes: Record<string, string> = {
  birth: 'On connect: who it is, what it holds, its settings with their limits.',
  will: 'Set as last will, and sent by a machine that leaves in good order, then with `leaving`: it does not count as lost. Counts only for the session that it names.',
  activities: 'Usage events, one or a batch. What is sent twice is stored once, by machine and id.',
  errors: 'E01 to E08. The same code and dateStart with a dateEnd ends it.',
  readings: 'Temperatures, energy and progress, one a minute while the machine works.',
  reported: 'What became of the wanted programs; the list is whole.',
  requests:
    'Asks for the bodies of programs that the machine lacks. Stored nowhere: a machine asks again while it lacks them.',
  answers:
    'The answer to a command: done, or refused with a reason, by code or in plain words. Repeated for a command that comes again.',
  alive: `Sent with QoS 0 by a connected machine that has sent nothing else for ${linkLimits.aliveSeconds} seconds. Not stored.`,
  desired:
    'Retained: what the machine should hold, in the order of its screen. Empty: nothing is wanted of this machine for now.',
  programs: 'The body of one program. The machine checks its SHA-256 before it takes it.',
  commands:
    'A setting to change. It may come again until it is answered: one commandId runs once. Not to be run after expiresAt.',
  stored:
    'The acknowledgement that counts: the ids of reports that are stored, or refused for ever. A machine keeps a report until then.',
};

/** API-05, LNK-01: the machine protocol, built from the schemas that validate every message. */
export function asyncApi(name: string, brokerUrl: string) {
  const all = Object.entries({ ...upMessages, ...downMessages });
  return {
    asyncapi: '3.0.0',
    info: {
      title: `${name} machine link`,
      version: `${linkLimits.protocolVersion}.0.0`,
      description: [
        'Machines talk to the server over MQTT 3.1.1 with TLS, QoS 1, JSON in UTF-8. A machine connects with the client certificate that',
        'POST /api/machine-link/pair gave it; its client id is the certificate’s common name, its machine id. It may use its own topics only.',
        'The PIN of a pairing is that of the machine’s plate, or one of up to eight digits that the machine makes and shows for this attempt; its owner',
        'types it when opening the window. A machine may repeat its call until the window is open. Connections of one credential that take turns from two',
        'addresses are answered 3 (unavailable) for a while. A time that cannot be true is replaced by that of the arrival, and marked.',
        `A message may have ${linkLimits.messageBytes} bytes and ${linkLimits.entriesPerMessage} entries. With the embedded broker an acknowledgement (PUBACK)`,
        'means that the report is stored; with any other, only that the broker has it. So a machine keeps each report until its id is named in stored, and sends',
        `it again after ${linkLimits.storedWithinSeconds} seconds or a new connection; what comes twice is stored once. A machine of which nothing was heard for`,
        `${linkLimits.silenceSeconds} seconds counts as not connected. Instants are UTC with milliseconds and say when something happened, not when it was sent.`,
        'Temperatures are °C, times seconds. A program’s hash is the SHA-256 of its canonical text: JSON of category, id, name and phaseGroups, without white',
        'space, keys in alphabetical order.',
      ].join(' '),
    },
    servers: {
      broker: {
        host: new URL(brokerUrl).host,
        protocol: 'mqtts',
        protocolVersion: '3.1.1',
        security: [{ $ref: '#/components/securitySchemes/certificate' }],
      },
    },
    channels: Object.fromEntries(all.map(([topic]) => [topic, channel(topic)])),
    operations: Object.fromEntries(
      all.map(([topic]) => [
        topic,
        {
          action: topic in upMessages ? 'send' : 'receive',
          channel: { $ref: `#/channels/${topic}` },
          summary: purposes[topic],
        },
      ]),
    ),
    components: {
      messages: Object.fromEntries(
        all.map(([topic, schema]) => [
          topic,
          {
            name: topic,
            contentType: 'application/json',
            payload: z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }),
          },
        ]),
      ),
      securitySchemes: {
        certificate: { type: 'X509', description: 'Client certificate of this server’s own authority.' },
      },
    },
  };
}

function channel(topic: string) {
  return {
    address: `m/{machineId}/${topic}`,
    parameters: { machineId: { description: 'The machine’s id, from pairing.' } },
    messages: { [topic]: { $ref: `#/components/messages/${topic}` } },
  };
}
