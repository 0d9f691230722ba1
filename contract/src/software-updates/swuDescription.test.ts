import { describe, expect, it } from 'vitest';
import { seedModels } from '../machines/catalogue.ts';
import { hardwareOf, namesHardware, patternOf } from './hardware.ts';
import { swuLimits } from './swu.ts';
import { readSwuDescription } from './swuDescription.ts';

const codes = seedModels.map(({ code }) => code);
const none = { version: null, hardware: {}, models: [], files: [] };

describe('SWU-02 SWU-05 the sw-description of an update file', () => {
  it.each<[string, string, object]>([
    [
      'libconfig',
      'software = {\n  version = "7.0.1";\n  sole: { hardware-compatibility: [ "1.0", "#RE:^2\\\\.[0-9]+$" ]; };\n};',
      { version: '7.0.1', hardware: { sole: ['1.0', '#RE:^2\\.[0-9]+$'] } },
    ],
    [
      'JSON',
      '{"software": {"version": "7.0.1", "hardware-compatibility": ["1.0", "1.0", "2.0"], "count": 3, "on": true}}',
      { version: '7.0.1', hardware: { '': ['1.0', '2.0'] } },
    ],
    [
      'comments',
      '# version = "1"\n// version = "2"\n/* version = "3"; * / */ version /* here */ = "4";',
      { version: '4' },
    ],
    ['the first of two versions', 'version = "1"; images: ( { version = "2"; } );', { version: '1' }],
    [
      'a version within a text',
      'description = "version = \\"9\\"; hardware-compatibility: [\\"x\\"]"; version = "1"',
      { version: '1' },
    ],
    ['adjacent strings', 'version = "1." "2" /* and */ ".3";', { version: '1.2.3' }],
    ['no version', 'software = { versions = "1"; version-check = "2"; }', {}],
    ['lists and texts in the wrong place', 'version = ["1"]; hardware-compatibility = "1.0"; files: [ "a" ];', {}],
    [
      'a section of each board',
      'software = { version = "1"; sole-3-12 = { hardware-compatibility = ["1.0"]; }; vulcan-9 = { stable: { copy1: { hardware-compatibility: ["2.0"]; } } } }',
      { version: '1', hardware: { 'sole-3-12': ['1.0'], 'vulcan-9': ['2.0'] }, models: ['sole-3-12', 'vulcan-9'] },
    ],
    [
      'its boards',
      'version = "1"; hardware-compatibility = ["vulcan-9:1.0", "sole-3-12"]',
      { version: '1', hardware: { '': ['vulcan-9:1.0', 'sole-3-12'] }, models: ['sole-3-12', 'vulcan-9'] },
    ],
    [
      'files in lists, in modes and in scripts',
      `version = "1"; images: ( { filename = "a"; sha256 = "${'A'.repeat(64)}"; } ); stable: { copy1: { scripts: ( { filename = "b"; properties: { filename = "c" } } ); } }; files: ({ filename = "a" })`,
      {
        version: '1',
        files: [
          { name: 'a', sha256: 'a'.repeat(64) },
          { name: 'b', sha256: null },
        ],
      },
    ],
  ])('is read from the syntax of %s', (_kind, text, says) => {
    expect(readSwuDescription(text, codes)).toEqual({ ...none, ...says });
  });

  it.each<[string, string, number]>([
    ['a text without an end', 'version = "1";\ndescription = "abc', 2],
    ['a group without an end', 'version = "1"; images: ( {\n\n', 1],
    ['a duplicate name', 'version = "1";\nversion = "2";', 2],
    ['no value', 'version = ;', 1],
    ['a comment without an end', 'version = "1"; /* more', 1],
    ['an include of another file', '@include "other"', 1],
    ['a hash of invalid form', 'images: ( { filename = "a"; sha256 = "$swupdate_get_sha256(a)"; } );', 1],
    [
      'two hashes of one file',
      `images: ( { filename = "a"; sha256 = "${'1'.repeat(64)}" }, { filename = "a"; sha256 = "${'2'.repeat(64)}" } );`,
      1,
    ],
    ['random bytes', '\u0007\u0000\u00ff', 1],
  ])('is refused with %s', (_what, text, wrongLine) => {
    expect(readSwuDescription(text, codes)).toEqual({ wrongLine });
  });

  it.each([
    'hardware-compatibility=[',
    'a={',
    'a=(',
    'version="',
    '"\\',
    '/*',
    '/* *',
    '\\"',
    '* ',
    'version =  ',
    '#',
    '"a" ',
    ' ',
  ])('SEC-06 is read in linear time, also when it repeats %j', (part) => {
    // Repetitions that would take hours if every position were compared with every earlier one.
    expect(readSwuDescription(part.repeat(swuLimits.descriptionBytes / part.length), codes)).toBeDefined();
  });
});

describe('SWU-05 hardware compatibility of an update:', () => {
  it.each<[Record<string, string | number | boolean> | null, ReturnType<typeof hardwareOf>]>([
    [{ hwRevision: '1.0' }, { board: null, revision: '1.0' }],
    [
      { serialNumber: 'S1', hw_revision: '2.1' },
      { board: null, revision: '2.1' },
    ],
    [{ model: 'sole-3-12:1.0' }, { board: 'sole-3-12', revision: '1.0' }],
    [{ model: 'sole-3-12' }, null],
    [{ 'Hardware-Revision': 2 }, { board: null, revision: '2' }],
    [{ hwRevision: '' }, null],
    [null, null],
  ])('from the attributes %j, the machine’s hardware is %j', (attributes, hardware) =>
    expect(hardwareOf(attributes)).toEqual(hardware),
  );

  it.each<[string, Record<string, string[]>, boolean]>([
    ['no list', {}, true],
    ['its revision', { '': ['0.9', '1.0'] }, true],
    ['other revisions', { '': ['0.9', '2.0'] }, false],
    ['its board with its revision', { '': ['sole-3-12:1.0'] }, true],
    ['its board with another revision', { '': ['sole-3-12:2.0'] }, false],
    ['its board without a revision', { '': ['sole-3-12'] }, true],
    ['its board’s section, which replaces the common list,', { '': ['1.0'], 'sole-3-12': ['2.0'] }, false],
    ['another board’s section', { 'vulcan-9': ['2.0'] }, false],
    ['a pattern that matches its revision', { '': ['#RE:^1\\.[0-9]+$'] }, true],
    ['a pattern that does not match', { '': ['#RE:^2\\.'] }, false],
    ['a pattern that is refused', { '': ['#RE:^(1.0)+$'] }, false],
  ])('an update whose sw-description names %s fits or does not fit as expected', (_what, named, isNamed) =>
    expect(namesHardware(named, { board: null, revision: '1.0' }, 'sole-3-12')).toBe(isNamed),
  );

  it.each(['(a+)+$', '.*.*.*.*.*', '(a)\\1', '(?=a)', '[', 'a{1,9}b{1,9}c*d*e*'])(
    'SEC-06 the pattern %j is refused, because its matching may take exponential time',
    (pattern) => {
      expect(patternOf(`#RE:${pattern}`)).toBe('refused');
    },
  );
});
