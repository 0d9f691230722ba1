import { storageFull } from '../kit/errors.ts';

/** The refusal for an error that says so, any other error as it is. */
export function fullOr(error: unknown): unknown {
  const { code, name } = error as { code?: string; name?: string };
  return code === 'ENOSPC' || code === 'EDQUOT' || name === 'QuotaExceeded' || name === 'XMinioStorageFull'
    ? storageFull()
    : error;
}
