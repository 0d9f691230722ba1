import { CreateBase, Form, useRedirect } from 'ra-core';
import { type ReactNode, useEffect, useState } from 'react';
import type { z } from 'zod';
import { useOutcome } from '../../data/index.ts';
import { FormFoot } from '../inputs/FormFoot.tsx';
import { FormGuard } from '../inputs/FormGuard.tsx';
import { useTitle } from '../pages/useTitle.ts';
import { validateWith } from './validateWith.ts';

interface CreateFormProps<View extends { id: string }> {
  resource: string;
  title: string;
  schema: z.ZodType;
  defaultValues: object;
  /** What is sent, if it is not the values themselves. */
  transform?: (values: Record<string, unknown>) => Record<string, unknown>;
  submit: string;
  cancelTo: string;
  /** The message when it was created; then its page is opened. */
  done: (made: View) => string;
  children: ReactNode;
}

/** A page that creates a record. The input is kept when the server refuses it or cannot be reached. */
export function CreateForm<View extends { id: string }>({
  resource,
  title,
  schema,
  defaultValues,
  transform = (values) => values,
  submit,
  cancelTo,
  done,
  children,
}: CreateFormProps<View>) {
  const redirect = useRedirect();
  const [made, setMade] = useState<View | null>(null);
  const { onSuccess, onError } = useOutcome<View, unknown>({ isForm: true, done, onDone: setMade });
  useTitle(title);
  // Only after the guard knows that nothing is unsaved.
  useEffect(() => {
    if (made) redirect('show', resource, made.id);
  }, [made, redirect, resource]);
  return (
    <CreateBase
      resource={resource}
      mutationOptions={{ onSuccess, onError }}
      transform={transform}
      // `PageFor` asks for the right.
      disableAuthentication
    >
      <div className="page page--narrow">
        <div className="page__head">
          <h1>{title}</h1>
        </div>
        <Form noValidate defaultValues={defaultValues} validate={validateWith(schema)}>
          {children}
          <FormGuard isDone={made !== null} />
          <FormFoot submit={submit} cancelTo={cancelTo} />
        </Form>
      </div>
    </CreateBase>
  );
}
