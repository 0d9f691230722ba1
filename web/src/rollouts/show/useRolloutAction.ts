import type { RolloutActionInput, RolloutView } from '@fournil/contract/rollouts/rollout';
import { call, useAct } from '../../data/index.ts';
import { rolloutReading } from '../parts/rolloutQueries.ts';

/** An action on a rollout, which answers its present state. */
export function useRolloutAction({ id }: RolloutView, onSettled: () => void) {
  return useAct({
    changes: 'rollouts',
    send: (body: RolloutActionInput) => call<RolloutView>(`/rollouts/${id}`, { method: 'PUT', body }),
    answers: rolloutReading(id),
    onSettled,
  });
}
