import { type DestinationStream, type Logger, pino } from 'pino';

const errorLevel = 50;
/** How often an error that affects all calls (database unavailable, disk full) is logged. */
const pauseMilliseconds = 10_000;
const mostKinds = 1000;

/**
 * One JSON object per line. Equal errors within ten seconds are counted, and their number is logged with the next one.
 */
export function openLog(level: string, to: DestinationStream): Logger {
  const repetitions = new Map<string, { at: number; repeated: number }>();
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: {
        logMethod(args, method, levelNumber) {
          const [about, words] = args as unknown as [
            { err?: Error & { cause?: Error } } | undefined,
            string | undefined,
          ];
          if (levelNumber !== errorLevel || !about?.err) return method.apply(this, args);
          const kind = `${words} ${(about.err.cause ?? about.err).message}`.slice(0, 200);
          const last = repetitions.get(kind);
          if (last && Date.now() - last.at < pauseMilliseconds) {
            last.repeated += 1;
            return;
          }
          if (repetitions.size >= mostKinds) repetitions.clear();
          repetitions.set(kind, { at: Date.now(), repeated: 0 });
          const more = last?.repeated ? { ...about, repeated: last.repeated } : about;
          return method.apply(this, [more, words] as unknown as typeof args);
        },
      },
    },
    to,
  );
}
