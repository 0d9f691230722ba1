import type { ControlAnswer } from '@fournil/contract/control/control';
import { createContext, useContext } from 'react';
import { call, type Outcome, useAct } from '../data/index.ts';

/** The person's own credentials, which the app stores during a control session. */
export interface MasterKeeper {
  /** Stores the own credentials and continues with these. */
  take: (token: string) => void;
  /** Restores the own credentials. */
  giveBack: () => void;
}
export const MasterContext = createContext<MasterKeeper>({ take: () => undefined, giveBack: () => undefined });

/**
 * IMP-01, IMP-03: begins a control session as this person and reloads the page, so that no data of the master remains.
 */
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

/** IMP-04: ends the control session on this page, also when the server cannot be reached. */
export function useStop() {
  const { giveBack } = useContext(MasterContext);
  return useAct({
    changes: 'nothing',
    send: () => call('/control/stop', { method: 'POST' }).catch(() => undefined),
    onSettled: giveBack,
  });
}
