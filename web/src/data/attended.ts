import { unattended } from '@fournil/contract/accounts/unattended';
import { minuteMilliseconds } from '@fournil/contract/kit/durations';

let touchedAt = Date.now();

if (typeof window !== 'undefined') {
  const touched = () => {
    touchedAt = Date.now();
  };
  for (const kind of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart']) {
    window.addEventListener(kind, touched, { capture: true, passive: true });
  }
}

/** SEC-03: calls that the page makes without a person's input do not extend the session. */
export function unattendedHeader(): Record<string, string> {
  return Date.now() - touchedAt > unattended.minutes * minuteMilliseconds ? { [unattended.header]: '1' } : {};
}
