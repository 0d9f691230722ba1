import { expect, it } from 'vitest';
import page from '../../index.html?raw';

it('GEN-03 the script that shows the notice to an unsupported browser is in a syntax that this browser parses', () => {
  const inline = [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text);
  expect(inline).toHaveLength(1);
  expect(inline[0]).toContain('Trident');
  // ECMAScript 5 has none of these.
  expect(inline[0]?.replace(/\/\/.*$/gm, '')).not.toMatch(/=>|`|\b(?:const|let|class|async|await)\b|\?\.|\?\?/);
});
