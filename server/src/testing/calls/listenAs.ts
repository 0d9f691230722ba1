import type { Change } from '@fournil/contract/live/change';
import type { Person } from '../builders.ts';
import type { TestServer } from '../testServer.ts';

/** The events that a browser would receive. */
export async function listenAs(server: TestServer, person: Person) {
  const heard: Change[] = [];
  const stop = new AbortController();
  const response = await fetch(`${server.url}/api/live`, {
    headers: { authorization: `Bearer ${person.token}` },
    signal: stop.signal,
  });
  let ended = false;
  const reading = (async () => {
    let text = '';
    const body = response.body ?? new ReadableStream();
    for await (const chunk of body.pipeThrough(new TextDecoderStream()) as unknown as AsyncIterable<string>) {
      text += chunk;
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) {
        const data = /^data: (.*)$/m.exec(part)?.[1];
        if (data) heard.push(JSON.parse(data) as Change);
      }
    }
  })()
    .catch(() => undefined)
    .then(() => {
      ended = true;
    });
  return {
    status: response.status,
    heard,
    isEnded: () => ended,
    stop: () => {
      stop.abort();
      return reading;
    },
  };
}
