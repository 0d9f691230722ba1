import type { ControlAnswer } from '@fournil/contract/control/control';
import { createContext, useContext } from 'react';
import { call, type Outcome, useAct } from '../data/index.ts';

/** The browser's own memory of who is really there; the app keeps it. */
export interface MasterKeeper {
  /** Keeps the own credentials aside and goes on with these. */
  take: (token: string) => void;
  /** Puts the own credentials back. */
  giveBack: () => void;
}
export const MasterContext = createContext<MasterKeeper>({ take: () => undefined, giveBack: () => undefined });

/** IMP-01, IMP-03: from here on as this person. The app is loaded anew: nothing of the one is seen by the other. */
export function useStart(outcome: Pick<Outcome<ControlAnswer>, 'refused'> = {}) {
  const { take } = useContext(MasterContext);
  return useAct({
    changes: 'nothing',
    send: ({ id, activationCode }: { id: string; activationCode?: string }) =>
      call<ControlAnswer>(`/control/user/${id}`, {
        method: 'POST',
        body: { id, ...(activationCode ? { activationCode } : {}) },
      }),
    onDone: ({ token }) => take(token),
    ...outcome,
  });
}

/** IMP-04: back to oneself, also when the server cannot be reached any more. */
export function useStop() {
  const { giveBack } = useContext(MasterContext);
  return useAct({
    changes: 'nothing',
    send: () => call('/control/stop', { method: 'POST' }).catch(() => undefined),
    onSettled: giveBack,
  });
}
