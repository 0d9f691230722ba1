/**
 * SEC-06: what is the same for everybody and takes long to make, made when it is first asked for: again only where
 * `key` says that it would be another.
 */
export function madeOnce<Key, Result>(make: (key: Key) => Result): (key: Key) => Result {
  let made: { key: Key; result: Result } | null = null;
  return (key) => {
    if (!made || made.key !== key) made = { key, result: make(key) };
    return made.result;
  };
}
