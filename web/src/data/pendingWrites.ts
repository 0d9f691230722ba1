let pending = 0;

/** Counts a change that is on its way. */
export async function asPendingWrite<Answer>(write: Promise<Answer>): Promise<Answer> {
  pending += 1;
  try {
    return await write;
  } finally {
    pending -= 1;
  }
}

/**
 * GEN-11: for `beforeunload`: while a change is on its way, the browser asks before it leaves or reloads the page,
 * because that would cancel a call that a slow network has not delivered yet.
 */
export function askWhileWriting(event: BeforeUnloadEvent): void {
  if (pending > 0) event.preventDefault();
}
