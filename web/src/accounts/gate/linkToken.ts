import type { VerifiedToken } from '@fournil/contract/accounts/password';
import { useEffect, useRef } from 'react';
import { call, readingBy, useRead } from '../../data/index.ts';

/** The account and purpose of a link's token; read each time the page is opened, and not again while somebody types. */
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

/** Acts once per token, also where React runs effects twice, because a link can be used only once. */
export function useOnce(token: string, act: () => void): void {
  const asked = useRef<string | null>(null);
  useEffect(() => {
    if (asked.current === token) return;
    asked.current = token;
    act();
  }, [token, act]);
}
