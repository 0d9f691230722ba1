import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Live, LiveState } from '../../data/index.ts';
import { useT } from '../messages.ts';

const nobody: Live = { state: () => 'connecting', watch: () => () => false };
export const LiveContext = createContext<Live>(nobody);

/** Shows whether the page receives live events. */
export function LiveIndicator() {
  const t = useT();
  const live = useContext(LiveContext);
  const state: LiveState = useSyncExternalStore(live.watch, live.state);
  return (
    <span
      className="live"
      data-state={state}
      role="status"
      title={state === 'lost' ? t('app.live.lostHint') : undefined}
    >
      <span className="live__dot" aria-hidden="true" />
      <span className="live__word">{t(`app.live.${state}`)}</span>
    </span>
  );
}
