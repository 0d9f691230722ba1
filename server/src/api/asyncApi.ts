import { examples } from '@fournil/contract/machine-link/examples';
import { downMessages, upMessages } from '@fournil/contract/machine-link/messages';
import { messageTexts } from '@fournil/contract/machine-link/messageTexts';
import { acceptedKeys } from '@fournil/contract/machine-link/pairing';
import { linkLimits } from '@fournil/contract/machine-link/topics';
import { z } from 'zod';
import { type Schema, withExamples } from './schemaExamples.ts';

type Topic = keyof typeof messageTexts;
const minutes = linkLimits.locateAfterSeconds / 60;

/** API-05, LNK-01, MKR-02: the machine protocol, built from the schemas that validate every message. */
export function asyncApi(name: string, brokerUrl: string) {
  const all = Object.entries({ ...upMessages, ...downMessages }) as [Topic, z.ZodType][];
  return {
    asyncapi: '3.0.0',
    info: {
      title: `${name} machine link`,
      version: `${linkLimits.protocolVersion}.0.0`,
      description: [
        'Machines talk to the server over MQTT 3.1.1 with TLS, QoS 1, JSON in UTF-8. A machine connects with the client certificate that',
        'POST /api/machine-link/pair gave it; its client id is the certificate’s common name, its machine id. It may use its own topics only.',
        `Its key is one of ${acceptedKeys.words}. POST /api/machine-link/renew renews the certificate, signed with the present key.`,
        `A machine without a connection for ${minutes} to ${2 * minutes} minutes asks POST /api/machine-link/locate for the broker’s address, signed likewise.`,
        'The PIN of a pairing is that of the machine’s plate, or one of up to eight digits that the machine makes and shows for this attempt; its owner',
        'types it when opening the window. A machine may repeat its call until the window is open. Connections of one credential that take turns from two',
        'addresses are answered 3 (unavailable) for a while. A time that cannot be true is replaced by that of the arrival, and marked.',
        `A message may have ${linkLimits.messageBytes} bytes and ${linkLimits.entriesPerMessage} entries. With the embedded broker an acknowledgement (PUBACK)`,
        'means that the report is stored; with any other, only that the broker has it. So a machine keeps each report until its id is named in stored, and sends',
        `it again after ${linkLimits.storedWithinSeconds} seconds or a new connection; what comes twice is stored once. What breaks the protocol is refused entry by`,
        'entry, and told in refused; the rest is stored. A machine of which nothing was heard for',
        `${linkLimits.silenceSeconds} seconds counts as not connected. Instants are UTC with milliseconds and say when something happened, not when it was sent.`,
        'Temperatures are °C, times seconds. A program’s hash is the SHA-256 of its canonical text: JSON of category, id, name and phaseGroups, without white',
        'space, keys in alphabetical order. The guide for makers of machines is docs/machines.md.',
      ].join(' '),
    },
    defaultContentType: 'application/json',
    servers: {
      broker: {
        host: new URL(brokerUrl).host,
        protocol: 'mqtts',
        protocolVersion: '3.1.1',
        description: 'The embedded broker of the server, or the one that servers share, which may speak MQTT 5 too.',
        security: [{ $ref: '#/components/securitySchemes/certificate' }],
      },
    },
    channels: Object.fromEntries(all.map(([topic]) => [topic, channel(topic)])),
    operations: Object.fromEntries(all.map(([topic]) => [topic, operation(topic)])),
    components: {
      messages: Object.fromEntries(all.map(([topic, schema]) => [topic, message(topic, schema)])),
      securitySchemes: {
        certificate: { type: 'X509', description: 'Client certificate of this server’s own authority.' },
      },
    },
  };
}

function channel(topic: Topic) {
  const { title, summary, description } = messageTexts[topic];
  return {
    address: `m/{machineId}/${topic}`,
    title,
    summary,
    description,
    parameters: {
      machineId: {
        description: 'The machine’s id, from pairing.',
        examples: ['0197a3c2-5d1e-7b6a-9c3f-2f4d8e6a1b6f'],
      },
    },
    messages: { [topic]: { $ref: `#/components/messages/${topic}` } },
  };
}

function operation(topic: Topic) {
  return {
    // From the machine's side.
    action: topic in upMessages ? 'send' : 'receive',
    channel: { $ref: `#/channels/${topic}` },
    summary: messageTexts[topic].summary,
    messages: [{ $ref: `#/channels/${topic}/messages/${topic}` }],
    bindings: { mqtt: { ...qosOf(topic), bindingVersion: '0.2.0' } },
  };
}

/** What is repeated anyway has QoS 0; the embedded broker retains the desired state. */
function qosOf(topic: Topic) {
  const isRepeated = topic === 'alive' || topic === 'stored' || topic === 'refused';
  return { qos: isRepeated ? 0 : 1, retain: topic === 'desired' };
}

function message(topic: Topic, schema: z.ZodType) {
  const { $schema: _, ...payload } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const namedExamples = examples[topic].map((one) => ({ name: one.name, payload: one.payload }));
  return {
    name: topic,
    ...messageTexts[topic],
    contentType: 'application/json',
    payload: withExamples(
      payload as Schema,
      namedExamples.map((one) => one.payload),
    ),
    examples: namedExamples,
  };
}
