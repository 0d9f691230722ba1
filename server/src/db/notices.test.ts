import { expect, inject, it } from 'vitest';
import { deafLine } from '../testing/deafLine.ts';
import { eventually } from '../testing/oven.ts';
import { openNotices } from './notices.ts';

it('RUN-05 a connection for notices that is closed while it opens ends, so that a command ends too', async () => {
  const line = await deafLine(inject('citusUrl') || inject('clusterUrl'));
  const errors: Error[] = [];
  const notices = openNotices(line.url, (error) => errors.push(error));
  await notices.close();
  await eventually(() => line.connections().made === 1 && line.connections().open === 0);
  expect(errors).toEqual([]);
  await line.close();
});
