import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { unstorableAt } from '@fournil/contract/kit/text';
import { type Violation, violationsOf } from '@fournil/contract/kit/validation';
import { heldProgram, machineSetting, reportId } from '@fournil/contract/machine-link/fields';
import { activities, errors, readings } from '@fournil/contract/machine-link/fromMachines';
import { upMessages } from '@fournil/contract/machine-link/messages';
import { type RefusedList, refusalCodeOf, refusalLimits, refusedLists } from '@fournil/contract/machine-link/refusals';
import { linkLimits } from '@fournil/contract/machine-link/topics';
import type { z } from 'zod';
import { isCrowded } from '../../kit/http/bodies/jsonBounds.ts';
import type { LinkedMachine } from '../linkedMachine.ts';
import type { Refused, Report } from './report.ts';

/** A message as it was received. */
export interface Incoming extends LinkedMachine {
  topic: string;
  payload: Buffer;
  /** The announced size of a message that was not read because of it. */
  bytes?: number;
}

export interface ReadMessage {
  report: Report;
  /** The ids by which `stored` names what the message contains. */
  ids: string[];
}

type UpMessage = keyof typeof upMessages;

interface AllowedList {
  of: z.ZodType;
  most: number;
}

const programsHeld: AllowedList = { of: heldProgram, most: linkLimits.programsPerMachine };
const settings: AllowedList = { of: machineSetting, most: linkLimits.settingsPerMachine };
const entriesOf = ({ shape: { entries } }: { shape: { entries: z.ZodArray<z.ZodType> } }) => ({
  entries: { of: entries.element, most: linkLimits.entriesPerMessage },
});

/** The lists whose entries are stored or refused one by one. */
const lists: Partial<Record<UpMessage, Partial<Record<RefusedList, AllowedList>>>> = {
  activities: entriesOf(activities),
  errors: entriesOf(errors),
  readings: entriesOf(readings),
  birth: { settings, programs: programsHeld },
  reported: { settings, programs: programsHeld },
};

/** Of many refused entries of one message only the first are kept as an example. */
const excerptsPerMessage = 10;

/** The most ids of one message that are named in `stored`, if the message breaks the protocol. */
const mostIdsOfRefused = linkLimits.entriesPerMessage;

/**
 * Parses one message. What breaks the protocol is refused and counted, never an exception: an entry alone, if the rest
 * of its message can be stored (MKR-01), or the whole message.
 */
export function readMessage({ topic, payload, bytes = payload.length, ...machine }: Incoming): ReadMessage {
  let content: unknown;
  const refusedAs = (refused: Refused[], ids: string[] = []): ReadMessage => ({
    report: { ...machine, topic: 'refused', message: {}, refused },
    ids,
  });
  const nameOf = names(payload);
  const refuseWhole = (refusal: Refusal, ids: string[] = [], id: string | null = null): ReadMessage =>
    refusedAs([{ topic, excerpt: excerptOf(payload), ...refusal, ...nameOf(id) }], ids);
  if (bytes > linkLimits.messageBytes) {
    const args = { max: linkLimits.messageBytes, bytes };
    return refusedAs([{ topic, excerpt: excerptOf(payload), code: 'messageTooLarge', args }]);
  }
  if (!Object.hasOwn(upMessages, topic)) return refuseWhole({ code: 'unknownTopic', args: {} });
  if (!isUtf8(payload)) return refuseWhole({ code: 'notJson', args: {} });
  if (isCrowded(payload, Number.POSITIVE_INFINITY)) return refuseWhole({ code: 'tooDeep', args: {} });
  try {
    content = JSON.parse(payload.toString('utf8'));
  } catch {
    return refuseWhole({ code: 'notJson', args: {} });
  }
  const ids = idsIn(content);
  const schema = upMessages[topic as UpMessage];
  const good = check(schema, content);
  if ('value' in good) return { report: { ...machine, topic, message: good.value } as Report, ids };
  const { rest, refused: refusals } = apart(topic as UpMessage, content, nameOf);
  const result = refusals.length > 0 ? check(schema, rest) : good;
  if ('value' in result)
    return { report: { ...machine, topic, message: result.value, refused: refusals } as Report, ids };
  // Every entry is refused, and nothing else is wrong: the entries are named, not the empty list that is left.
  if (refusals.length > 0 && result.field === 'entries') return refusedAs(refusals, ids);
  return refuseWhole(result, ids, idOf(content));
}

type Refusal = Pick<Refused, 'code' | 'args' | 'field'>;
type Name = Pick<Refused, 'id' | 'messageSha256'>;

/** By what a machine finds again what is refused: the id, else the hash of the message. */
function names(payload: Buffer): (id: string | null) => Name {
  let messageSha256: string | undefined;
  return (id) => {
    if (id !== null) return { id };
    messageSha256 ??= createHash('sha256').update(payload).digest('hex');
    return { messageSha256 };
  };
}

function check<Schema extends z.ZodType>(schema: Schema, value: unknown): { value: z.infer<Schema> } | Refusal {
  const unstorable = unstorableAt(value);
  if (unstorable !== null) return { code: 'unstorable', args: {}, ...fieldOf(unstorable) };
  const result = schema.safeParse(value);
  if (result.success) return { value: result.data };
  const [broken] = violationsOf(result.error, value) as [Violation];
  // `null`, or half an entry that is no object.
  const code = broken.path === '' && !isObject(value) ? 'invalid' : refusalCodeOf(broken);
  return { code, args: broken.args, ...fieldOf(broken.path) };
}

function fieldOf(path: string): { field?: string } {
  return path === '' ? {} : { field: path.slice(0, refusalLimits.fieldCharacters).toWellFormed() };
}

/** The message without the entries that break the protocol, which are named. */
function apart(
  topic: UpMessage,
  content: unknown,
  nameOf: (id: string | null) => Name,
): { rest: unknown; refused: Refused[] } {
  const refusals: Refused[] = [];
  if (!isObject(content)) return { rest: content, refused: refusals };
  const rest: Record<string, unknown> = { ...content };
  for (const list of refusedLists) {
    const itemRule = lists[topic]?.[list];
    const items = rest[list];
    if (!itemRule || !Array.isArray(items) || items.length > itemRule.most) continue;
    rest[list] = items.filter((item, index) => {
      const result = check(itemRule.of, item);
      if ('value' in result) return true;
      const id = list === 'entries' ? idOf(item) : idOf(content);
      refusals.push({
        topic,
        list,
        index,
        ...result,
        ...nameOf(id),
        ...(refusals.length < excerptsPerMessage ? { excerpt: excerptOf(item) } : {}),
      });
      return false;
    });
  }
  return { rest, refused: refusals };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The id of a message, or those of its entries, as far as they can be named in `stored`. */
function idsIn(content: unknown): string[] {
  const { entries } = (content ?? {}) as { entries?: unknown };
  const listed = Array.isArray(entries) ? entries.slice(0, mostIdsOfRefused).map(idOf) : [];
  return [idOf(content), ...listed].filter((one) => one !== null);
}

function idOf(item: unknown): string | null {
  const id = (item as { id?: unknown } | null)?.id;
  return reportId.safeParse(id).success ? (id as string) : null;
}

/** The beginning of what was refused, for people; characters that cannot be stored are replaced. */
export function excerptOf(refused: unknown): string {
  const text = Buffer.isBuffer(refused)
    ? refused.subarray(0, 4 * refusalLimits.excerptCharacters).toString('utf8')
    : JSON.stringify(refused);
  return text.slice(0, refusalLimits.excerptCharacters).toWellFormed().replaceAll('\0', '\ufffd');
}
