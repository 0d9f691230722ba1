import { type Action, needsProof, policy, type Rule } from '@fournil/contract/rights/policy';
import type { PersonKind } from '@fournil/contract/rights/roles';

/** INT-02: how callers say who they are. */
const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API token, or the token of a session from `POST /api/login`.',
  },
  machineToken: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'A machine’s own token, as `TargetToken …` (hawkBit’s Direct Device Integration).',
  },
  operatorToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The operator’s token of the settings METRICS_TOKEN or BROKER_TOKEN.',
  },
};

/** Those of the schemes that these calls need. */
export function usedSchemes(actions: readonly Action[]): Record<string, object> {
  const used = new Set(actions.flatMap((action) => securityOf(action).flatMap((one) => Object.keys(one))));
  return Object.fromEntries(Object.entries(securitySchemes).filter(([name]) => used.has(name)));
}

const ownTokens: Partial<Record<Action, keyof typeof securitySchemes>> = {
  'software-updates.ddi': 'machineToken',
  'metrics.read': 'operatorToken',
  'machine-link.broker': 'operatorToken',
};

export function securityOf(allow: Action): Record<string, never[]>[] {
  const own = ownTokens[allow];
  if (own) return [{ [own]: [] }];
  return policy[allow].who === 'anyone' ? [] : [{ bearer: [] }];
}

const kindWords: Record<PersonKind, string> = {
  superAdmin: 'super admins',
  technician: 'technicians',
  clientAdmin: 'client admins',
  user: 'users',
};

/** Who may make this call, from the policy table. */
export function whoMay(allow: Action): string {
  const rule: Rule = policy[allow];
  return [
    who(rule, allow),
    ...(rule.who !== 'anyone' && rule.tokens ? ['API tokens can call it.'] : []),
    ...(needsProof(allow) ? ['Needs a recent proof of identity.'] : []),
  ].join(' ');
}

function who(rule: Rule, allow: Action): string {
  if (ownTokens[allow]) return 'For callers with a token of their own.';
  if (rule.who === 'anyone') return 'For everybody.';
  if (rule.who === 'signedIn') return 'For everybody who is signed in.';
  const kinds = rule.kinds.map((kind) => kindWords[kind]);
  if (rule.who === 'behind') return `For ${listed(kinds, 'and')}.`;
  if (rule.rights.length === 0) return `For ${listed(kinds, 'and')}.`;
  const rights = listed(
    rule.rights.map((right) => `\`${right}\``),
    rule.allOf ? 'and' : 'or',
  );
  return `For ${listed(kinds, 'and')}, and users with ${rights}.`;
}

function listed(words: readonly string[], last: string): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}
