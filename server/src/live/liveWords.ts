import { change, liveResources } from '@fournil/contract/live/change';
import { signOfLifeSeconds } from '@fournil/contract/live/pace';

/** HOM-03: what is in the stream of GET `live`, which has no JSON schema of its own in OpenAPI. */
export const liveWords = [
  'API tokens cannot follow it: programs use webhooks.\n',
  `- **Events:** \`event\` is the resource (${liveResources.map((one) => `\`${one}\``).join(', ')}); \`data\` is JSON.`,
  `- **Fields of \`data\`:** \`resource\`; \`op\` (${change.shape.op.options.map((one) => `\`${one}\``).join(', ')});`,
  '  `id` of the record, which for `programMachines` is that of their machine; and `item` when only the state of a',
  '  machine has changed: its `connection`, `now`, `lastError` and `openErrorCount`. Every other event says only that',
  '  the record should be read again.',
  `- **Sign of life:** a comment every ${signOfLifeSeconds} seconds. The stream ends with the session.`,
  '- **Missed events are not sent again:** `id:` only numbers the events of one server, and `Last-Event-ID` is not read.',
  '  After each connection a client reads again what it shows.',
].join('\n');
