// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { Refusal, showPage } from '../../testing/showPage.tsx';
import { TextInput } from '../inputs/TextInput.tsx';
import { CreateForm } from './CreateForm.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

interface Loaf {
  id: string;
  name: string;
}

function open(answer: (body: unknown) => unknown) {
  const sent: unknown[] = [];
  showPage(
    <CreateForm<Loaf, { name: string }>
      resource="tags"
      title="Create a loaf"
      schema={z.object({ name: z.string().min(1), colour: z.literal('brown') })}
      defaultValues={{ name: '' }}
      inputOf={({ name }) => ({ name: name?.trim(), colour: 'brown' })}
      submit="Bake"
      cancelTo="/tags"
      done={({ name }) => `${name} is made.`}
    >
      <TextInput source="name" label="Name" max={20} isRequired />
    </CreateForm>,
    {
      server: {
        'POST /tags': ({ body }) => {
          sent.push(body);
          return answer(body);
        },
      },
      at: '/tags/create',
      path: '/tags/create',
    },
  );
  return sent;
}
const name = () => screen.findByRole<HTMLInputElement>('textbox', { name: /Name/ });
const bake = async () => userEvent.click(await screen.findByRole('button', { name: 'Bake' }));

it('GEN-01 a new record is sent as the form makes it, and its page is opened without a question about unsaved input', async () => {
  const sent = open(() => ({ id: '7', name: 'Rye' }));
  await userEvent.type(await name(), 'Rye ');
  await bake();
  await screen.findByText('Another page');
  screen.getByText('Rye is made.');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(sent).toEqual([{ name: 'Rye', colour: 'brown' }]);
});

it('GEN-01 a record that breaks a rule of its schema is not sent', async () => {
  const sent = open(() => ({ id: '7', name: '' }));
  await bake();
  await waitFor(async () => expect((await name()).getAttribute('aria-invalid')).toBe('true'));
  expect(sent).toEqual([]);
});

it('GEN-01 input that the server refuses is kept, with the reason at its field, which has the focus', async () => {
  const violations = [{ propertyPath: 'name', key: 'custom.validation.taken', args: {}, message: 'Taken.' }];
  open(() => new Refusal(422, { violations }));
  await userEvent.type(await name(), 'Rye');
  await bake();
  await waitFor(async () => expect((await name()).getAttribute('aria-invalid')).toBe('true'));
  expect((await name()).value).toBe('Rye');
  expect(document.activeElement).toBe(await name());
});
