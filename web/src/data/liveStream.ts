import type { Change } from '@fournil/contract/live/change';
import { signOfLifeSeconds } from '@fournil/contract/live/pace';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { openStream } from './api.ts';

/** Milliseconds. */
const pace = {
  firstRetry: 100,
  spread: 300,
  slowestRetry: 30_000,
  settledAfter: 5000,
  /** A connection that brings nothing for so long was dropped without an error, as some networks do. */
  silence: signOfLifeSeconds * 2.5 * 1000,
};

interface Heard {
  onOpen(): void;
  onChange(change: Change): void;
  onLost(): void;
}

/**
 * HOM-03: the stream of live events, opened again whenever it ends. What happened meanwhile is not sent again: the page
 * reads again what it shows.
 */
export function openLiveStream({ onOpen, onChange, onLost }: Heard) {
  let end: () => void = () => undefined;
  let hurry: () => void = () => undefined;

  async function read(signal: AbortSignal) {
    // The sign-in page opens no event stream and does not load its schema.
    const { change } = await import('@fournil/contract/live/change');
    const silence = watchSilence();
    end = silence.end;
    try {
      const whole = AbortSignal.any([signal, silence.signal]);
      const stream = await openStream('/live', whole);
      onOpen();
      const events = stream
        .pipeThrough(silence.heard)
        .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
        .pipeThrough(new EventSourceParserStream());
      for await (const { data } of events) {
        const news = change.safeParse(JSON.parse(data));
        if (news.success) onChange(news.data);
      }
    } finally {
      silence.stop();
    }
  }

  return {
    /** Until the signal aborts. */
    async follow(signal: AbortSignal): Promise<void> {
      let wait = pace.firstRetry;
      while (!signal.aborted) {
        const began = Date.now();
        await read(signal).catch(() => undefined);
        if (signal.aborted) return;
        onLost();
        // Servers that are restarted in turn each end the stream once, which is no reason to wait longer each time.
        if (Date.now() - began > pace.settledAfter) wait = pace.firstRetry;
        await new Promise<void>((resolve) => {
          hurry = resolve;
          setTimeout(resolve, wait + Math.random() * pace.spread);
        });
        wait = Math.min(wait * 2, pace.slowestRetry);
      }
    },
    /** Ends the present connection, because it brings nothing any more. */
    end: () => end(),
    /** Opens the next connection without waiting. */
    hurry: () => hurry(),
  };
}

/** Aborts when nothing has passed through `heard` for too long, or when it is told to. */
function watchSilence() {
  const silence = new AbortController();
  const end = () => silence.abort();
  let timer = setTimeout(end, pace.silence);
  const heard = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, controller) {
      clearTimeout(timer);
      timer = setTimeout(end, pace.silence);
      controller.enqueue(bytes);
    },
  });
  return { signal: silence.signal, end, heard, stop: () => clearTimeout(timer) };
}
