// Keeps the server running: starts it again when it dies, and ends it when whoever started this is gone.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** How long an orderly stop may take before the server is ended by force. */
const patienceMilliseconds = 9000;
const usualPausesSeconds = [0, 1, 2, 4, 8, 16, 30, 30];
/** Who ran as long as this has started well: the pauses begin anew. */
const settledMilliseconds = 60_000;

/**
 * Runs `program` until it ends by itself or is told to stop; resolves with the exit code. A server that dies is started
 * again, after growing pauses; not one that ends with a code before it has reported, over IPC, that it is ready: it has
 * refused to start.
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
        // It was never there, and will not exit.
        if (run.child?.pid === undefined) end(1);
      });
      run.child.on('message', (message) => {
        run.wasReady ||= message === 'ready';
      });
      run.child.once('exit', (code, signal) => {
        run.child = null;
        // Who ends with a code before it was ever ready has refused to start, and has said why.
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

    // npm dies of a signal without passing it on: then nobody is left who would ever stop this.
    const before = String(starters());
    const watching = setInterval(() => {
      if (!process.env.npm_lifecycle_event || String(starters()) === before) return;
      // Once: asked a second time, the server ends at once.
      clearInterval(watching);
      stop('SIGTERM');
    }, 500);
    start();
  });
}

/** Seconds until it is started again; undefined when it has died too often. Says which. */
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

/**
 * The process that started this one, and where the system tells it, the one before: npm runs its scripts through a
 * shell.
 */
function starters() {
  const parent = process.ppid;
  try {
    const text = readFileSync(`/proc/${parent}/stat`, 'utf8');
    // "pid (name) state ppid …"; the name may hold anything.
    const name = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'));
    return isShell.test(name) ? [parent, text.slice(text.lastIndexOf(')') + 2).split(' ')[1]] : [parent];
  } catch {
    return [parent];
  }
}
