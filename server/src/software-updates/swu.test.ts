import { describe, expect, it } from 'vitest';
import { cpio } from '../demo/cpio.ts';
import { descriptionBytes, lookedAtBytes, readDescription } from './swu.ts';

const described = (text: string) => readDescription(cpio([['sw-description', Buffer.from(text)]]).subarray(0, lookedAtBytes));

describe('SWU-02 what a file says of itself', () => {
  it.each<[string, string, string | null, string[]]>([
    [
      'libconfig',
      'software = {\n  version = "7.0.1";\n  sole: { hardware-compatibility: [ "1.0", "#RE:^2\\.[0-9]+$" ]; };\n};',
      '7.0.1',
      ['1.0', '#RE:^2\\.[0-9]+$'],
    ],
    ['JSON', '{"software": {"version": "7.0.1", "hardware-compatibility": ["1.0", "1.0", "2.0"]}}', '7.0.1', ['1.0', '2.0']],
    ['comments', '# version = "1"\n// version = "2"\n/* version = "3"; * / */ version /* here */ = "4";', '4', []],
    ['the first of two versions', 'version = "1"; images: ( { version = "2"; } );', '1', []],
    ['a version within a text', 'description = "version = \\"9\\"; hardware-compatibility: [\\"x\\"]"; version = "1"', '1', []],
    ['no version', 'software = { versions = "1"; version-check = "2"; }', null, []],
    ['a list that is no hardware', 'version = ["1"]; hardware-compatibility = "1.0"; files: [ "a" ];', null, []],
    ['a text without an end', 'version = "1"; description = "abc', '1', []],
  ])('is read from %s', (_kind, text, version, hardware) => {
    expect(described(text)).toEqual({ version, hardware });
  });

  it('is nobody’s concern where the file is none of the kind', () => {
    expect(readDescription(Buffer.from('#!/bin/sh'))).toBe(null);
    expect(readDescription(cpio([['payload', Buffer.from('version = "1"')]]))).toBe(null);
  });

  it('SEC-06 is looked at up to its limit and refused beyond', () => {
    const text = (length: number) => 'version = "1";'.padEnd(length, '#');
    expect(described(text(descriptionBytes))).toEqual({ version: '1', hardware: [] });
    expect(described(text(descriptionBytes + 1))).toBe('tooLarge');
  });

  it.each(['hardware-compatibility=[', 'version="', '"\\', '/*', '/* *', '\\"', '* ', 'version =  ', '#', '"a" '])(
    'SEC-06 is passed once, also when it is made of %j',
    (part) => {
      // What would take hours if each place were looked at from each place before it.
      expect(described(part.repeat(descriptionBytes / part.length))).toMatchObject({ hardware: expect.anything() });
    },
  );
});
