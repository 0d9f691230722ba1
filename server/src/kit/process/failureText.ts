import { StartRefused } from '../../base/config.ts';
import { isAway } from '../../db/failures.ts';

/** PostgreSQL's appendix A: a wrong name or password, no such database, or too few rights in it. */
const refusedCodes = /^(28|3D000|42501)/;

/**
 * RUN-03: the one sentence that is written when a start or a command fails, whether the operator can correct the cause
 * or not. `isWhole`: with the place in the code, for a developer.
 */
export function failureText(error: unknown, isWhole: boolean): string {
  if (error instanceof StartRefused) return error.message;
  if (isWhole) return (error as Error | null)?.stack ?? String(error);
  const { code = '', path = '', message = '' } = (error ?? {}) as { code?: unknown; path?: string; message?: string };
  const text = oneLine(message || String(code || error));
  if (path && /^E[A-Z]+$/.test(String(code))) return `${path} cannot be used: ${text}.`;
  if (isAway(error)) return `The database does not answer: ${text}. Check DATABASE_URL.`;
  if (refusedCodes.test(String(code))) return `The database refuses: ${text}. Check DATABASE_URL.`;
  return `It failed: ${text}. With LOG_LEVEL=debug it says where.`;
}

function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ').replace(/\.$/, '');
}
