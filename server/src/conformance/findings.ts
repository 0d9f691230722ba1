export type Outcome = 'passed' | 'mend' | 'notTried';

export interface Finding {
  step: string;
  outcome: Outcome;
  /** What passed, what to mend, or why it was not tried; in plain words. */
  words: string;
}

export interface Findings {
  passed(step: string, words: string): void;
  mend(step: string, words: string): void;
  notTried(step: string, words: string): void;
  /** `passed` when the condition holds, otherwise what to mend. */
  check(step: string, isRight: boolean, words: { passed: string; mend: string }): boolean;
  all(): readonly Finding[];
}

const labels: Record<Outcome, string> = { passed: 'passed   ', mend: 'TO MEND  ', notTried: 'not tried' };

/** Why something was not tried that a person was asked to do. */
export function nobody(what: string, { patienceSeconds }: { patienceSeconds: number }): string {
  return `${what} within ${patienceSeconds} seconds (--patience): nobody did what was asked, or the machine does not report it.`;
}

/** Collects what was found, and says each at once. */
export function openFindings(say: (line: string) => void): Findings {
  const findings: Finding[] = [];
  const add = (outcome: Outcome) => (step: string, words: string) => {
    findings.push({ step, outcome, words });
    say(`${labels[outcome]}  ${step}: ${words}`);
  };
  const [passed, mend, notTried] = [add('passed'), add('mend'), add('notTried')];
  return {
    passed,
    mend,
    notTried,
    check: (step, isRight, words) => {
      if (isRight) passed(step, words.passed);
      else mend(step, words.mend);
      return isRight;
    },
    all: () => findings,
  };
}

/** The last lines: how many, and again what to mend. */
export function summaryOf(found: readonly Finding[]): string {
  const count = (outcome: Outcome) => found.filter((one) => one.outcome === outcome).length;
  const toMend = found.filter(({ outcome }) => outcome === 'mend').map(({ step, words }) => `  - ${step}: ${words}`);
  return [
    '',
    `${count('passed')} passed, ${count('mend')} to mend, ${count('notTried')} not tried.`,
    ...(toMend.length > 0 ? ['', 'To mend:', ...toMend] : []),
  ].join('\n');
}
