import { answer } from './answer.ts';

/** `npm run fournil -- <command>`: the operator's commands beside the running product. */
process.exitCode = await answer(process.argv.slice(2), process.env, {
  say: (line) => void process.stdout.write(`${line}\n`),
  complain: (line) => void process.stderr.write(`${line}\n`),
});
