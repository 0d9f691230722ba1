import { generateSync } from 'otplib';
import { expectAccessible } from '../kit/accessible.ts';
import { call } from '../kit/api.ts';
import { clickSwitch, expect, expectToFit, go, test } from '../kit/fixtures.ts';
import { linkFor, ownPassword, registered } from '../kit/registered.ts';

test('SEC-03 when a client admin requires a second step of everybody, a person without one is sent to its set-up', async ({
  visit,
}) => {
  const email = await registered('exige', 'EN');
  const page = await visit({ at: '/login' });
  await page.locator('input[name=username]').fill(email);
  await page.locator('input[name=password]').fill(ownPassword);
  await page.locator('button[type=submit]').click();
  await expect(page.locator('header.top-bar')).toBeVisible();

  // Only a client admin with a second step can require one of others.
  await go(page, '/users');
  const required = page.getByRole('switch', { name: 'Require a second step from everybody in this organisation' });
  await required.click();
  await expect(page.getByText('Set up your own second step first').first()).toBeVisible();
  await expect(required).not.toBeChecked();

  await go(page, '/profile');
  await page.getByRole('button', { name: 'Set up two-step sign-in' }).last().click();
  const dialog = page.getByRole('dialog');
  const secret = ((await dialog.locator('.two-step__secret').textContent()) ?? '').replaceAll(' ', '');
  await dialog.locator('input').fill(generateSync({ secret }));
  await dialog.locator('button[type=submit]').click();
  await dialog.getByRole('button', { name: 'I have saved them' }).click();
  await go(page, '/users');
  await clickSwitch(required);
  await expect(required).toBeChecked();
  await page.reload();
  await expect(required).toBeChecked();
  await expectAccessible(page, 'users with a required second step');

  // A colleague without one gets no other page.
  const colleague = email.replace('exige', 'collegue');
  const token = (await page.evaluate(() => localStorage.getItem('token'))) ?? '';
  const place = {
    society: 'Le Pétrin',
    street: '1 rue du Four',
    city: 'Lyon',
    country: 'FR',
    timezone: 'Europe/Paris',
  };
  const person = {
    email: colleague,
    firstName: 'Léa',
    lastName: 'Levain',
    countryCode: 'FR',
    temperatureUnitPreference: 'C',
    ...place,
  };
  expect((await call('POST', '/users', { token, body: person })).status).toBe(201);
  await call('POST', '/activate', { body: { token: await linkFor(colleague, 'activate'), newPassword: ownPassword } });
  const other = await visit({ at: '/login', locale: 'fr-FR', viewport: { width: 360, height: 780 } });
  await other.locator('input[name=username]').fill(colleague);
  await other.locator('input[name=password]').fill(ownPassword);
  await other.locator('button[type=submit]').click();
  await expect(other.getByRole('heading', { name: 'Configurez une deuxième étape' })).toBeVisible();
  await expectToFit(other);
  await expectAccessible(other, 'set-up of a second step on a phone');
  await other.goto('/#/machines');
  await expect(other.getByRole('heading', { name: 'Configurez une deuxième étape' })).toBeVisible();
  await other.getByRole('button', { name: 'Utiliser une application d’authentification' }).click();
  const setUp = other.getByRole('dialog');
  const theirs = ((await setUp.locator('.two-step__secret').textContent()) ?? '').replaceAll(' ', '');
  await setUp.locator('input').fill(generateSync({ secret: theirs }));
  await setUp.locator('button[type=submit]').click();
  await setUp.getByRole('button', { name: 'Je les ai enregistrés' }).click();
  await expect(other.locator('header.top-bar')).toBeVisible();
});
