import pg from 'pg';

/** SQL of the product's own code; nothing of a caller may be in it. */
export type Sql = string;

/**
 * SCL-05: JSON that PostgreSQL writes as text, so that an answer passes through the server as it is: constant texts and
 * expressions of SQL in a row, none of which is null. It is made once for each statement and costs nothing per call.
 */
export type Json = readonly Part[];
type Part = { constant: string } | { text: Sql };

/** The expression of SQL that writes it. */
export function sqlOf(json: Json): Sql {
  return joined(withoutNeighbours(json).map((part) => ('text' in part ? part.text : pg.escapeLiteral(part.constant))));
}

/** A text with whatever people have written, or null. */
export function jsonOfText(text: Sql): Json {
  return orNull([{ text: `to_json(${text})::text` }]);
}

/** A text that needs no escapes (an id, a code) and is not null, between two constant ones. */
export function jsonOfCode(code: Sql, before = '', after = ''): Json {
  return [constant(`"${before}`), { text: `(${code})::text` }, constant(`${after}"`)];
}

/** The same of one that may be null. */
export function jsonOfCodeOrNull(code: Sql, before = '', after = ''): Json {
  return orNull(jsonOfCode(code, before, after));
}

/** A number, a truth value or null: as text they are the same in SQL and in JSON. */
export function jsonOfPlain(value: Sql): Json {
  return orNull([{ text: `(${value})::text` }]);
}

/**
 * An instant that is not null, as `Date.prototype.toISOString` writes it. With a microsecond more, JSON always has six
 * digits, of which three are taken: half the time of `to_char`.
 */
export function jsonOfInstant(at: Sql): Json {
  const milliseconds = `date_bin('1 millisecond', ${at} at time zone 'UTC', '0001-01-01')`;
  return [{ text: `left(to_json(${milliseconds} + interval '1 microsecond')::text, 24)` }, constant('Z"')];
}

/** The same of one that may be null. */
export function jsonOfInstantOrNull(at: Sql): Json {
  return orNull(jsonOfInstant(at));
}

/** A value that is known when the statement is written. */
export function jsonOf(value: unknown): Json {
  return [constant(JSON.stringify(value))];
}

/** JSON that an expression of SQL has written, which is not null. */
export function jsonWritten(text: Sql): Json {
  return [{ text }];
}

/** An array of these elements, which are one text with commas between them, or null. */
export function jsonOfArray(elements: Sql): Json {
  return [constant('['), { text: `coalesce(${elements}, '')` }, constant(']')];
}

type Fields = Record<string, Json>;

/** An object of these fields in this order; parts of an object (see `jsonFields`) stand between them. */
export function jsonOfObject(...groups: (Fields | Json)[]): Json {
  const parts = groups.flatMap((group, index) => [
    ...(index === 0 ? [] : [constant(',')]),
    ...(Array.isArray(group) ? (group as Json) : jsonFields(group as Fields)),
  ]);
  return [constant('{'), ...parts, constant('}')];
}

/** The same without braces: a part of an object. */
export function jsonFields(fields: Fields): Json {
  return Object.entries(fields).flatMap(([name, value], index) => [
    constant(`${index === 0 ? '' : ','}${JSON.stringify(name)}:`),
    ...value,
  ]);
}

function orNull(json: Json): Json {
  return [{ text: `coalesce(${sqlOf(json)}, 'null')` }];
}

function constant(text: string): Part {
  return { constant: text };
}

/** Constant texts that stand side by side become one, because each part takes PostgreSQL's time in each row. */
function withoutNeighbours(json: Json): Part[] {
  const parts: Part[] = [];
  for (const part of json) {
    const last = parts.at(-1);
    if (last && 'constant' in last && 'constant' in part)
      parts[parts.length - 1] = constant(last.constant + part.constant);
    else parts.push(part);
  }
  return parts;
}

/** These texts in a row. In pairs: a chain would copy its beginning with every part, and `concat` takes twice the time. */
function joined(parts: readonly Sql[]): Sql {
  const [one = "''"] = parts;
  if (parts.length <= 1) return one;
  const half = Math.ceil(parts.length / 2);
  return `(${joined(parts.slice(0, half))} || ${joined(parts.slice(half))})`;
}
