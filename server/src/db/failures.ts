/** The errors of a database, by what the caller can do. Codes: PostgreSQL's appendix A, and Node's `errno`. */

/** Thrown without a query: the database does not answer at present, or the queue for connections is full. */
export class DatabaseBusy extends Error {
  constructor(why: 'away' | 'line') {
    super(why === 'away' ? 'The database does not answer.' : 'Too many wait for the database.');
  }
}

const awayCodes = new Set([
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '57P05', // idle_session_timeout
  '25P03', // idle_in_transaction_session_timeout
  '25006', // read_only_sql_transaction: a standby that is not promoted yet
  '53300', // too_many_connections
  '57014', // query_canceled: the time limit of a statement
  '55P03', // lock_not_available: the time limit for a lock
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** Errors of pg and pg-pool without a code. */
const awayWords =
  /Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Query read timeout|Client was closed|not queryable/;

/** Temporary: 503. */
export function isAway(error: unknown): boolean {
  const code = codeOf(error);
  return (
    error instanceof DatabaseBusy ||
    awayCodes.has(code) ||
    code.startsWith('08') ||
    awayWords.test((error as Error)?.message ?? '')
  );
}

/** No space on its disk, or no memory: 507. */
export function isFull(error: unknown): boolean {
  const code = codeOf(error);
  return code === '53100' || code === '53200' || code === 'ENOSPC' || code === 'EDQUOT';
}

/** A text that PostgreSQL cannot store: NUL, or half of a surrogate pair in JSON. */
export function isUnstorableText(error: unknown): boolean {
  const code = codeOf(error);
  return code === '22021' || code === '22P05' || (code === '22P02' && /surrogate/.test((error as Error).message));
}

/** A deadlock, a serialisation failure, or a reference to a row that was deleted at the same moment: 409. */
export function isContention(error: unknown): boolean {
  const code = codeOf(error);
  return code === '40P01' || code === '40001' || code === '23503';
}

/**
 * A unique violation: of this constraint, or of any. Citus names the constraint in its message only, with the number of
 * the shard at its end.
 */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (codeOf(error) !== '23505') return false;
  if (constraint === undefined) return true;
  const { constraint: named, message } = error as { constraint?: string; message: string };
  return named === constraint || (!named && message.match(/"(.*?)(_\d+)?"/)?.[1] === constraint);
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}
