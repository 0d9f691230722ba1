import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonSyntaxError, linesOf, type Place, scanJson } from './scanJson.ts';

function scanned(text: string): Place[] | 'invalid' {
  const places: Place[] = [];
  try {
    scanJson(text, (place) => places.push(place));
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return 'invalid';
  }
  return places;
}
const parses = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe('PRG-04 the scanner of JSON', () => {
  it('accepts exactly what JSON.parse accepts, whatever is changed in a text', () => {
    const text = fc
      .tuple(
        fc.json({ maxDepth: 4 }),
        fc.nat(),
        fc.nat(3),
        fc.constantFrom('', ',', '"', '{', ']', ':', '0', '-', '\\', '\n', '\u0001', '\u0080', 'true', '1e', ' '),
      )
      .map(
        ([json, at, length, inserted]) =>
          json.slice(0, at % (json.length + 1)) + inserted + json.slice((at % (json.length + 1)) + length),
      );
    fc.assert(
      fc.property(text, (one) => (scanned(one) !== 'invalid') === parses(one)),
      { numRuns: 3000 },
    );
  });

  it.each([
    ['{"a":1,"b":{"a":2},"a":3}', ['a']],
    ['{"a":[{"b":1,"\\u0062":2}]}', ['a.0.b']],
    ['[{"a":1},{"a":1}]', []],
    ['{"a":"a\\"","b":["a","a"]}', []],
    ['{"__proto__":1,"__proto__":1}', ['__proto__']],
  ])('finds in %s the duplicate names %j', (text, twice) => {
    const places = scanned(text);
    expect(places === 'invalid' ? [] : places.filter(({ isTwice }) => isTwice).map(({ path }) => path)).toEqual(twice);
  });

  it('finds the line of a path, or of its longest existing part', () => {
    const text = '\n{\n"a": 1,\n"b": [\n  {"c": 2},\n  {\n"c": 3}]}';
    expect([...linesOf(text, ['', 'a', 'b', 'b.1', 'b.1.c', 'b.1.x', 'z'])].map(([, line]) => line)).toEqual([
      2, 3, 4, 6, 7, 6, 2,
    ]);
  });

  it('SEC-06 stops where the nesting is too deep or the values are too many', () => {
    for (const text of [`${'['.repeat(33)}${']'.repeat(33)}`, `[${Array(6000).fill('1').join()}]`])
      expect(scanned(text)).toBe('invalid');
  });
});
