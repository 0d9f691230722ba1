import type { VerifiedToken } from '@fournil/contract/accounts/password';
import { useEffect, useRef } from 'react';
import { call, readingBy, useRead } from '../../data/index.ts';

/** What the token of a link opens; asked each time the page is opened, and not under somebody who types. */
export function useVerifiedToken(token: string) {
  return useRead(
    readingBy<VerifiedToken>({
      about: 'token',
      by: [token],
      ask: () => call('/token/verify', { method: 'POST', body: { token } }),
      gcTime: 0,
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
    }),
  );
}

/** Acts once for each token, also where effects run twice: a link works once. */
export function useOnce(token: string, act: () => void): void {
  const asked = useRef<string | null>(null);
  useEffect(() => {
    if (asked.current === token) return;
    asked.current = token;
    act();
  }, [token, act]);
}
