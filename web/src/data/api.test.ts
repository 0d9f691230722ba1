import { afterEach, expect, it, vi } from 'vitest';
import { call } from './api.ts';
import { forgetLastWrite } from './once.ts';

afterEach(() => {
  forgetLastWrite();
  vi.unstubAllGlobals();
});

it('API-06 a double click on Save sends one request, and both clicks get its answer', async () => {
  const fetched = answering(200, { id: 'a', version: 4 });
  const save = (name: string, version: number) => call('/machines/a', { method: 'PUT', body: { name }, version });
  expect(await Promise.all([save('Sole', 3), save('Sole', 3)])).toEqual([
    { id: 'a', version: 4 },
    { id: 'a', version: 4 },
  ]);
  expect(fetched).toHaveBeenCalledTimes(1);
  await save('Rack', 4);
  await save('Sole', 5);
  expect(fetched).toHaveBeenCalledTimes(3);
});

it('API-06 a save that was refused as stale is sent again', async () => {
  const fetched = answering(412, { detail: 'Somebody else has changed it.' });
  const save = () => call('/machines/a', { method: 'PUT', body: { name: 'Sole' }, version: 3 });
  await expect(save()).rejects.toMatchObject({ status: 412 });
  await expect(save()).rejects.toMatchObject({ status: 412 });
  expect(fetched).toHaveBeenCalledTimes(2);
});

it('a switch without a version is sent each time it is pressed', async () => {
  const fetched = answering(200, { id: 'a' });
  const flip = (active: boolean) => call('/machines/a', { method: 'PUT', body: { active } });
  await Promise.all([flip(true), flip(false), flip(true)]);
  expect(fetched).toHaveBeenCalledTimes(3);
});

function answering(status: number, body: object) {
  const fetched = vi.fn(async () => new Response(JSON.stringify(body), { status }));
  vi.stubGlobal('fetch', fetched);
  return fetched;
}
