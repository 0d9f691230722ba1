/**
 * SEC-06: computes a value that is the same for all callers at the first call, and again only when `key` returns
 * something else.
 */
export function madeOnce<Key, Result>(make: (key: Key) => Result): (key: Key) => Result {
  let made: { key: Key; result: Result } | null = null;
  return (key) => {
    if (!made || made.key !== key) made = { key, result: make(key) };
    return made.result;
  };
}
