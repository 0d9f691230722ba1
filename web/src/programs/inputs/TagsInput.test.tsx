// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Form } from 'ra-core';
import { afterEach, expect, it, vi } from 'vitest';
import { collection, showPage } from '../../testing/showPage.tsx';
import { TagsInput } from './TagsInput.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const tags = [
  { id: '1', name: 'Bread' },
  { id: '2', name: 'Cake' },
];

it('WIZ-02 the field of tags keeps what is being typed when the tags arrive or change meanwhile', async () => {
  const arrival = Promise.withResolvers<object>();
  let answer: Promise<object> = arrival.promise;
  const { queryClient } = showPage(
    <Form noValidate record={{ tags: ['1'] }}>
      <TagsInput />
    </Form>,
    { server: { 'GET /tags': () => answer } },
  );
  const field = screen.getByRole('combobox');
  await userEvent.type(field, 'Ca');
  arrival.resolve(collection(tags));
  await screen.findByRole('option', { name: 'Cake' });
  expect(field).toHaveProperty('value', 'Ca');
  answer = Promise.resolve(collection([{ id: '1', name: 'Breads' }, ...tags.slice(1)]));
  await act(() => queryClient.refetchQueries());
  await screen.findByText('Breads');
  expect(field).toHaveProperty('value', 'Ca');
  await userEvent.click(screen.getByRole('option', { name: 'Cake' }));
  expect(field).toHaveProperty('value', '');
  expect(screen.getByRole('button', { name: /Cake/ })).toBeDefined();
});

it('PRG-02 a tag is removed when five are chosen, and the field takes another one then', async () => {
  const six = ['Bread', 'Cake', 'Rolls', 'Pies', 'Tarts', 'Buns'].map((name, index) => ({ id: `${index}`, name }));
  showPage(
    <Form noValidate record={{ tags: ['0', '1', '2', '3', '4'] }}>
      <TagsInput />
    </Form>,
    { server: { 'GET /tags': () => collection(six) } },
  );
  const last = await screen.findByRole('button', { name: 'Remove the tag Tarts' });
  await userEvent.click(screen.getByText('Bread'));
  expect(screen.queryByRole('option')).toBeNull();
  await userEvent.click(last);
  await userEvent.type(screen.getByRole('combobox'), 'Buns');
  await userEvent.click(await screen.findByRole('option', { name: 'Buns' }));
  expect(screen.getByRole('button', { name: 'Remove the tag Buns' })).toBeDefined();
  expect(screen.queryByRole('combobox')).toBeNull();
});
