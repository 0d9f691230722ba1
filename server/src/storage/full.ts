import { storageFull } from '../kit/errors.ts';

/** A refusal for errors of a full disk; any other error unchanged. */
export function fullOr(error: unknown): unknown {
  const { code, name } = error as { code?: string; name?: string };
  return code === 'ENOSPC' || code === 'EDQUOT' || name === 'QuotaExceeded' || name === 'XMinioStorageFull'
    ? storageFull()
    : error;
}
