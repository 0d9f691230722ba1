// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Form } from 'ra-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { showPage } from '../../testing/showPage.tsx';
import { FormFoot } from '../inputs/FormFoot.tsx';
import { TextInput } from '../inputs/TextInput.tsx';
import { forgetTypingOfOthers, keepTyping } from './keptTyping.ts';

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = () =>
  showPage(
    <Form noValidate defaultValues={{ name: 'Bread', pin: '' }} onSubmit={() => undefined}>
      <TextInput source="name" label="Name" max={50} />
      <TextInput source="pin" label="PIN" max={4} />
      <FormFoot submit="Save" cancelTo="/" isSaving={false} />
    </Form>,
    { server: {} },
  );
const field = (name: string) => screen.findByRole('textbox', { name: new RegExp(name) });

it('AUT-04 input that was unsaved when the session ended is restored with a notice, except a PIN', async () => {
  open();
  await userEvent.type(await field('Name'), ' rolls');
  await userEvent.type(await field('PIN'), '1234');
  keepTyping();
  cleanup();
  open();
  await screen.findByRole('listitem');
  expect(await field('Name')).toHaveProperty('value', 'Bread rolls');
  expect(await field('PIN')).toHaveProperty('value', '');
});

it('AUT-04 unsaved input is restored once, and only for the same person', async () => {
  open();
  await userEvent.type(await field('Name'), ' rolls');
  keepTyping();
  cleanup();
  forgetTypingOfOthers('somebody@else.test');
  expect(sessionStorage).toHaveLength(0);
  open();
  expect(await field('Name')).toHaveProperty('value', 'Bread');
});

it('AUT-04 a form in which nothing was typed is not kept when the session ends', async () => {
  open();
  await field('Name');
  keepTyping();
  expect(sessionStorage).toHaveLength(0);
});
