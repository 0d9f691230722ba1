import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('GEN-03 the script that tells an unsupported browser so is one that this browser can read', () => {
  const page = readFileSync(new URL('../../index.html', import.meta.url), 'utf8');
  const inline = [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text);
  expect(inline).toHaveLength(1);
  expect(inline[0]).toContain('Trident');
  // ECMAScript 5 has none of these.
  expect(inline[0]?.replace(/\/\/.*$/gm, '')).not.toMatch(/=>|`|\b(?:const|let|class|async|await)\b|\?\.|\?\?/);
});
