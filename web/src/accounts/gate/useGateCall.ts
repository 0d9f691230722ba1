import { call, useAct, useTranslatedError } from '../../data/index.ts';

/**
 * A call of a page for people who are not signed in: a refusal that names no field is shown as a warning, after
 * `failed`.
 */
export function useGateCall<Body extends object>(path: string, failed: string, onDone: (body: Body) => void) {
  const errorText = useTranslatedError();
  const { act, isPending, violations } = useAct({
    changes: 'nothing',
    send: (body: Body) => call(path, { method: 'POST', body }),
    onDone: (_, body) => onDone(body),
    isForm: true,
    refused: (error) => `${failed} ${errorText(error)}`,
  });
  return { send: (body: Body) => act(body), isSending: isPending, violations };
}
