// Supervises the server: restarts it when it dies, and stops it when the process that started this has ended.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Time for an orderly stop before the server is killed; DRAIN_SECONDS before it are the server's own setting. */
const patienceMilliseconds = 9000 + 1000 * (Number(process.env.DRAIN_SECONDS) || 0);
const usualPausesSeconds = [0, 1, 2, 4, 8, 16, 30, 30];
/** After this time a server counts as started, and the pauses between restarts are short again. */
const settledMilliseconds = 60_000;

/**
 * Runs `program` until it ends by itself or is told to stop; resolves with the exit code. A server that dies is
 * restarted after growing pauses, except one that exits with a code before it has reported over IPC that it is ready:
 * it has refused to start.
 */
export function supervise(program, parameters, options, pausesSeconds = usualPausesSeconds) {
  const run = {
    pausesSeconds,
    child: null,
    startedAt: 0,
    wasReady: false,
    isStopping: false,
    failures: 0,
    restart: undefined,
  };
  return new Promise((done) => {
    const end = (code) => {
      clearInterval(watching);
      clearTimeout(run.restart);
      done(code);
    };
    const start = () => {
      run.startedAt = Date.now();
      run.child = spawn(program, parameters, { ...options, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
      run.child.once('error', (error) => {
        say(error.message);
        // It could not be started, so no exit event follows.
        if (run.child?.pid === undefined) end(1);
      });
      run.child.on('message', (message) => {
        run.wasReady ||= message === 'ready';
      });
      run.child.once('exit', (code, signal) => {
        run.child = null;
        // A server that exits with a code before it was ready has refused to start, and has printed the reason.
        const hasRefused = signal === null && !run.wasReady;
        if (run.isStopping || code === 0 || hasRefused) return end(code ?? 1);
        const pause = nextPause(run, signal ? `was ended by ${signal}` : `ended with code ${code}`);
        if (pause === undefined) return end(1);
        run.restart = setTimeout(start, pause * 1000);
      });
    };
    const stop = (signal) => {
      if (run.isStopping) return run.child?.kill(signal);
      run.isStopping = true;
      if (!run.child) return end(0);
      run.child.kill(signal);
      setTimeout(() => run.child?.kill('SIGKILL'), patienceMilliseconds).unref();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal));

    // npm ends at a signal without passing it on; then no process above would stop this one.
    const before = String(starters());
    const watching = setInterval(() => {
      if (!process.env.npm_lifecycle_event || String(starters()) === before) return;
      // Once only: at a second signal the server ends at once.
      clearInterval(watching);
      stop('SIGTERM');
    }, 500);
    start();
  });
}

/** Seconds until the restart; undefined when it has died too often. Logs which. */
function nextPause(run, how) {
  if (Date.now() - run.startedAt > settledMilliseconds) run.failures = 0;
  const pause = run.pausesSeconds[run.failures];
  run.failures += 1;
  if (pause === undefined)
    say(`The server ${how}, ${run.failures} times in a row: it is not started again. What it said last is above.`);
  else say(`The server ${how}. It is started again${pause > 0 ? ` in ${pause} s` : ''}.`);
  return pause;
}

function say(text) {
  process.stderr.write(`${text}\n`);
}

const isShell = /^(?:ba|da|a|z|k)?sh$|^busybox$/;

/** The parent process, and where the system reports it, its parent: npm runs its scripts through a shell. */
function starters() {
  const parent = process.ppid;
  try {
    const text = readFileSync(`/proc/${parent}/stat`, 'utf8');
    // "pid (name) state ppid …"; the name may contain any characters.
    const name = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'));
    return isShell.test(name) ? [parent, text.slice(text.lastIndexOf(')') + 2).split(' ')[1]] : [parent];
  } catch {
    return [parent];
  }
}
