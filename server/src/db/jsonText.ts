import pg from 'pg';

/**
 * SCL-05: expressions of SQL in which PostgreSQL writes JSON as text, so that an answer passes through the server as it
 * is. All arguments are SQL of the product's own code; nothing of a caller may be in them. As strings, they are made
 * once and cost nothing per call. No result is null.
 */
export type Sql = string;

/** A text with whatever people have written. */
export function jsonOfText(text: Sql): Sql {
  return orNull(`to_json(${text})::text`);
}

/** A text that needs no escapes (an id, a code), between two constant ones. */
export function jsonOfCode(code: Sql, before = '', after = ''): Sql {
  return orNull(`${literal(`"${before}`)} || ${code} || ${literal(`${after}"`)}`);
}

/** A number or a truth value: as text they are the same in SQL and in JSON. */
export function jsonOfPlain(value: Sql): Sql {
  return orNull(`(${value})::text`);
}

/**
 * An instant as `Date.prototype.toISOString` writes it. With a microsecond more, JSON always has six digits, of which
 * three are taken: half the time of `to_char`.
 */
export function jsonOfInstant(at: Sql): Sql {
  const milliseconds = `date_trunc('milliseconds', ${at} at time zone 'UTC')`;
  return orNull(`left(to_json(${milliseconds} + interval '1 microsecond')::text, 24) || 'Z"'`);
}

/** A value that is known when the statement is written. */
export function jsonOf(value: unknown): Sql {
  return literal(JSON.stringify(value));
}

/** An array of these elements, which are one text with commas between them, or null. */
export function jsonOfArray(elements: Sql): Sql {
  return joined([literal('['), `coalesce(${elements}, '')`, literal(']')]);
}

type Fields = Record<string, Sql>;

/** An object of these fields in this order; fields that are one text already (see `jsonFields`) stand between others. */
export function jsonOfObject(...groups: (Fields | Sql)[]): Sql {
  const parts = groups.flatMap((group, index) => [
    ...(index === 0 ? [] : [literal(',')]),
    ...(typeof group === 'string' ? [group] : partsOf(group)),
  ]);
  return joined([literal('{'), ...parts, literal('}')]);
}

/** The same without braces: a part of an object. */
export function jsonFields(fields: Fields): Sql {
  return joined(partsOf(fields));
}

function partsOf(fields: Fields): Sql[] {
  return Object.entries(fields).flatMap(([name, value], index) => [
    literal(`${index === 0 ? '' : ','}${JSON.stringify(name)}:`),
    value,
  ]);
}

function orNull(json: Sql): Sql {
  return `coalesce(${json}, 'null')`;
}

function literal(text: string): Sql {
  return pg.escapeLiteral(text);
}

/** These texts in a row. In pairs: a chain would copy its beginning with every part, and `concat` takes twice the time. */
function joined(parts: readonly Sql[]): Sql {
  const [one = "''"] = parts;
  if (parts.length <= 1) return one;
  const half = Math.ceil(parts.length / 2);
  return `(${joined(parts.slice(0, half))} || ${joined(parts.slice(half))})`;
}
