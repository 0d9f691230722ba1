import { readFileSync } from 'node:fs';
import { downTopics, upTopics } from '@fournil/contract/machine-link/topics';
import { expect, test } from 'vitest';

test('SCL-01 the rules for mosquitto give a machine each topic of the protocol, and no other', () => {
  const file = new URL('../../../../deploy/mosquitto/topics.acl', import.meta.url);
  const patterns = readFileSync(file, 'utf8').match(/^pattern .*$/gm) ?? [];
  const wanted = [
    ...upTopics.map((name) => `pattern write m/%u/${name}`),
    ...downTopics.map((name) => `pattern read m/%u/${name}`),
  ];
  expect(patterns.toSorted()).toEqual(wanted.toSorted());
});
