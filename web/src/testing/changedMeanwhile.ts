import { Refusal, type SentCall, type Server } from './showPage.tsx';

interface Versioned {
  version: number;
  [field: string]: unknown;
}

/**
 * A server whose record somebody else changes just before the first save arrives, so that it is refused by its version
 * (API-06); and the bodies of all saves.
 */
export function changedMeanwhile(
  path: string,
  { read, theirs }: { read: Versioned; theirs: Versioned },
): { server: Server; bodies: unknown[] } {
  let now = read;
  const bodies: unknown[] = [];
  const server: Server = {
    [`GET ${path}`]: () => now,
    [`PUT ${path}`]: ({ body, version }: SentCall) => {
      now = theirs;
      bodies.push(body);
      if (version !== `"${theirs.version}"`) return new Refusal(412);
      return { ...theirs, ...(body as object), version: theirs.version + 1 };
    },
  };
  return { server, bodies };
}
