import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { newId } from '../../kit/ids.ts';
import { databaseAt } from '../../testing/databaseAt.ts';
import { migrate } from '../migrate.ts';
import { withClient } from '../withClient.ts';

it('SEC-03 the migration keeps serial numbers distinct that differ only in capitals', async () => {
  const { byOwner, bySuperuser } = await databaseAt('0030-wrong-clocks');
  const [one, other] = [newId(), newId()];
  const long = (end: string) => `${'x'.repeat(60)}${end}`;
  const later = newId();
  // The name that the later of two would get if it were free.
  const foreseen = `seen-${createHash('md5').update(`${later}1`).digest('hex').slice(0, 8)}`;
  const rows: [organisation: string, serial: string, isPaired: boolean, id: string][] = [
    [one, 'abc', false, newId()],
    [one, 'ABC', false, newId()],
    [one, 'Abc', false, newId()],
    [one, 'abc-2', false, newId()],
    [one, 'abc-3', false, newId()],
    ...['aaaa', 'AAAA', 'bbbb', 'BBBB'].map((end): (typeof rows)[number] => [one, long(end), false, newId()]),
    [one, 'SEEN', true, newId()],
    [one, 'seen', false, later],
    [one, foreseen, false, newId()],
    [one, 'both', true, newId()],
    [other, 'BOTH', true, newId()],
    [other, 'both-p2', true, newId()],
    [other, 'abc', false, newId()],
    [other, 'alone', false, newId()],
  ];
  await withClient(bySuperuser, async (client) => {
    for (const id of [one, other]) await client.query('insert into organisations (id, name) values ($1, $2)', [id, id]);
    for (const [organisation, serial, isPaired, id] of rows)
      await client.query(
        `insert into machines (id, "organisationId", name, "serialNumber", "pinHash", category, "pairedAt")
          values ($1, $2, 'Oven', $3, '', 'deck', $4)`,
        [id, organisation, serial, isPaired ? new Date() : null],
      );
  });
  await migrate(byOwner);
  const { rows: after } = await withClient(bySuperuser, (client) =>
    client.query<{ id: string; organisationId: string; serial: string }>(
      'select id, "organisationId", "serialNumber" as serial from machines',
    ),
  );
  const serialOf = (id: string) => after.find((row) => row.id === id)?.serial ?? '';
  expect(new Set(after.map(({ organisationId, serial }) => `${organisationId} ${serial.toLowerCase()}`)).size).toBe(
    rows.length,
  );
  expect(new Set(rows.filter(([, , isPaired]) => isPaired).map(([, , , id]) => serialOf(id).toLowerCase())).size).toBe(
    4,
  );
  for (const [, serial, , id] of rows) {
    expect(serialOf(id).length).toBeLessThanOrEqual(64);
    expect(serialOf(id).slice(0, 3)).toBe(serial.slice(0, 3));
  }
  // A serial number without a double, and the first of each pair, are unchanged.
  const kept = rows
    .filter(([, serial, , id]) => serialOf(id) === serial)
    .map(([organisation, serial]) => [organisation, serial]);
  expect(kept).toEqual(
    expect.arrayContaining([
      [one, 'abc'],
      [one, 'abc-2'],
      [one, 'abc-3'],
      [one, 'SEEN'],
      [other, 'both-p2'],
      [other, 'abc'],
      [other, 'alone'],
    ]),
  );
});
