import { useMutation } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { call, problemOf } from '../../kit/api.ts';
import { useTranslatedError } from '../../kit/useTranslatedError.ts';

/** A call of the gate: what was typed stays; a refusal that names no field is said as a warning, after `failed`. */
export function useGateCall<Body extends object>(path: string, failed: string, onDone: (body: Body) => void) {
  const notify = useNotify();
  const errorText = useTranslatedError();
  const mutation = useMutation({
    mutationFn: (body: Body) => call(path, { method: 'POST', body }),
    onSuccess: (_, body) => onDone(body),
    onError: (error) => {
      const fields = problemOf(error)?.violations ?? [];
      if (fields.length === 0) notify(`${failed} ${errorText(error)}`, { type: 'warning' });
    },
  });
  return {
    send: (body: Body) => mutation.mutate(body),
    isSending: mutation.isPending,
    violations: problemOf(mutation.error)?.violations ?? [],
  };
}
