import type { Problem } from '@fournil/contract/kit/problem';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCreate, useNotify, useTranslate } from 'ra-core';
import { isOfServer, problemOf } from './api.ts';
import type { WriteMeta } from './client.ts';
import { useRefusalText } from './errorTexts.ts';
import type { Reading } from './reading.ts';
import { keepRecord, recordParams } from './records.ts';
import type { Changed } from './stale.ts';

/** The messages and stale data that follow from a write of any kind. */
export interface Outcome<Answer, Sent = void> {
  /** Shown once the server has carried it out. */
  done?: string | ((answer: Answer, sent: Sent) => string | null);
  onDone?: (answer: Answer, sent: Sent) => void;
  /** Shown instead of the server's reason; null where the caller shows the reason. */
  refused?: string | ((error: unknown) => string | null);
  /** Called after the reason was shown. */
  onRefused?: (error: unknown) => void;
  /** Violations are shown at their fields: a message is shown only for a refusal that names no field. */
  isForm?: boolean;
  /** What the person has entered stays on the screen, in a form or elsewhere. */
  isInputKept?: boolean;
}

/** The callbacks that carry out an outcome. */
export function useOutcome<Answer, Sent>({
  done,
  onDone,
  refused,
  onRefused,
  isForm = false,
  isInputKept = isForm,
}: Outcome<Answer, Sent>) {
  const notify = useNotify();
  const refusalText = useRefusalText();
  const translate = useTranslate();
  return {
    onSuccess(answer: Answer, sent: Sent) {
      const text = typeof done === 'function' ? done(answer, sent) : done;
      if (text) notify(text, { type: 'success' });
      onDone?.(answer, sent);
    },
    onError(error: unknown) {
      const isAtField = isForm && violationsOf(error).length > 0;
      const text = typeof refused === 'function' ? refused(error) : (refused ?? refusalText(error));
      const kept = isInputKept && isOfServer(error) ? ` ${translate('custom.errors.kept')}` : '';
      if (text && !isAtField) notify(kept ? `${text.replace(/\.$/, '')}.${kept}` : text, { type: 'warning' });
      onRefused?.(error);
    },
  };
}

/** The rules that a refused write has broken, each with the path of its field. */
export function violationsOf(error: unknown): NonNullable<Problem['violations']> {
  return problemOf(error)?.violations ?? [];
}

export interface Act<Answer, Sent> extends Outcome<Answer, Sent> {
  /** The row of the table in stale.ts that says which data it makes stale. */
  changes: Changed;
  send: (sent: Sent) => Promise<Answer>;
  /** The answer is the present record of this resource, or the present answer of this reading. */
  answers?: string | Reading<Answer>;
  /** The ids of what it removes. */
  removes?: (sent: Sent) => readonly string[];
  onSettled?: () => void;
  /** Stays pending until the data that it makes stale has been read again. */
  isAwaited?: boolean;
}

/** A write that is not simply the creation, update or deletion of one record. */
export function useAct<Answer, Sent = void>({
  changes,
  send,
  answers,
  removes,
  onSettled,
  isAwaited = false,
  ...outcome
}: Act<Answer, Sent>) {
  const queryClient = useQueryClient();
  const { onSuccess, onError } = useOutcome<Answer, Sent>(outcome);
  const mutation = useMutation<Answer, Error, Sent>({
    mutationKey: [changes, 'act'],
    mutationFn: send,
    meta: {
      isAwaited,
      ...(removes ? { removed: (sent) => removes(sent as Sent) } : {}),
    } satisfies WriteMeta,
    onSuccess(answer, sent) {
      if (typeof answers === 'string') keepRecord(queryClient, answers, answer as { id: string });
      else if (answers) queryClient.setQueryData(answers.queryKey, answer as never);
      onSuccess(answer, sent);
    },
    onError,
    ...(onSettled ? { onSettled } : {}),
  });
  return {
    act: mutation.mutate,
    /** Rejects after the reason was shown. */
    actAsync: mutation.mutateAsync,
    /** Not sent yet, or sent and reset. */
    isIdle: mutation.isIdle,
    isPending: mutation.isPending,
    isDone: mutation.isSuccess,
    answer: mutation.data,
    error: mutation.error,
    violations: violationsOf(mutation.error),
    reset: mutation.reset,
  };
}

/** Creates a record. */
export function useCreateOne<View extends { id: string }>(resource: string, outcome: Outcome<View>) {
  const { onSuccess, onError } = useOutcome<View, void>(outcome);
  const [create, { isPending, error, isSuccess }] = useCreate(resource, undefined, {
    onSuccess: (made: View) => onSuccess(made),
    onError,
  });
  return {
    create: (data: object) => void create(undefined, { data, meta: recordParams(resource, '').meta }),
    isPending,
    isDone: isSuccess,
    error,
    violations: violationsOf(error),
  };
}
