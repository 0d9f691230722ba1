import { counts, type Right } from './rights.ts';
import type { Actor, PersonKind } from './roles.ts';

/**
 * RGT-07: the one table that says who may do what. The server refuses to register a call that names none of these rows,
 * the page asks the same table for its menus and buttons, and the tests walk it row by row. Rows speak of kinds of
 * people and of rights; *which* objects a person sees is the server's `visible` reading.
 */
export type Rule =
  | { who: 'anyone' }
  /** `setUpToo`: also for whoever has to set up a second step first. */
  | { who: 'signedIn'; pendingToo: boolean; setUpToo?: true; inPerson?: true; proven?: true }
  /** `allOf`: each of these besides. */
  | {
      who: 'these';
      kinds: readonly PersonKind[];
      rights: readonly Right[];
      allOf?: readonly Right[];
      inPerson?: true;
      proven?: true;
    }
  /** Asks for whoever sits behind the session: these kinds, or those of `remote` who hold ROLE_REMOTE_PARAMS_EDIT. */
  | { who: 'behind'; kinds: readonly PersonKind[]; remote: readonly PersonKind[] };

const anyone: Rule = { who: 'anyone' };
const signedIn = { who: 'signedIn', pendingToo: false } as const satisfies Rule;
/** SEC-03: what leads to a second step, where one is required. */
const settingUp = { who: 'signedIn', pendingToo: false, setUpToo: true } as const satisfies Rule;
const signedInOrPending: Rule = { who: 'signedIn', pendingToo: true };

/** These kinds of people, whatever rights they hold. */
function kinds(...these: PersonKind[]): Rule {
  return { who: 'these', kinds: these, rights: [] };
}

/** A client admin, or a user who holds any of these rights. */
function right(...anyOf: Right[]): Rule {
  return { who: 'these', kinds: ['clientAdmin'], rights: anyOf };
}

/** A client admin, or a user who holds each of these rights. */
function allOf(...these: Right[]): Rule {
  return { who: 'these', kinds: ['clientAdmin'], rights: these, allOf: these };
}

/** Only by their own hand: not by whoever signed in as them (IMP-04). Support never gains lasting access. */
function inPerson<Of extends Extract<Rule, { who: 'signedIn' | 'these' }>>(rule: Of): Of & { inPerson: true } {
  return { ...rule, inPerson: true };
}

/**
 * SEC-01: besides, the person has proved within the last minutes that it is they: a borrowed session does not become
 * the account.
 */
function proven<Of extends Extract<Rule, { who: 'signedIn' | 'these' }>>(
  rule: Of,
): Of & { inPerson: true; proven: true } {
  return { ...rule, inPerson: true, proven: true };
}

export const policy = {
  'api.read': anyone,
  /** RUN-04: for who brings a token that is no person's; the call asks for it itself. */
  'metrics.read': anyone,
  'accounts.login': anyone,
  /** Registration, activation and passwords: what each needs is in the call itself. */
  'accounts.open': anyone,
  'accounts.logout': signedInOrPending,
  /** TFA-02: all that a password without its second step opens, beside leaving. */
  'two-step.check': signedInOrPending,
  'two-step.set': proven(settingUp),
  /** The token of this session anew, with the roles of this moment. */
  'sessions.token': settingUp,
  /** Switching off and new recovery codes: the code that the call carries is the proof. */
  'two-step.byCode': inPerson(signedIn),
  'sessions.own': inPerson(signedIn),
  'sessions.end': proven(signedIn),
  'passkeys.own': inPerson(settingUp),
  'passkeys.change': proven(settingUp),
  /** SEC-01: says who one is once more, in the session that one has. */
  'profile.prove': inPerson(settingUp),
  'profile.show': signedIn,
  'profile.edit': inPerson(signedIn),
  /** PRO-02: everything that is not a preference. Technicians have theirs edited. */
  'profile.editFields': inPerson({ who: 'these', kinds: ['superAdmin', 'clientAdmin', 'user'], rights: [] }),
  'profile.changeEmail': proven({ who: 'these', kinds: ['superAdmin', 'user'], rights: [] }),
  'profile.renewSecurityCode': inPerson({ who: 'these', kinds: ['clientAdmin', 'user'], rights: [] }),
  /** IMP: sign in as another user; not from within such a session. */
  'control.list': inPerson({ who: 'these', kinds: ['superAdmin', 'technician', 'clientAdmin'], rights: [] }),
  'control.start': inPerson({ who: 'these', kinds: ['superAdmin', 'technician', 'clientAdmin'], rights: [] }),
  'control.stop': signedIn,
  'control.history': kinds('superAdmin'),
  /** The visits that one's own organisation has had, or oneself. */
  'control.visits': kinds('clientAdmin', 'user'),
  /** AUD-01: everything that was done in one's organisation; for the maker, in all of them. */
  'history.all': kinds('superAdmin', 'clientAdmin'),
  /** Takes a person's name, addresses and values out of the record; an account that still exists keeps them. */
  'history.forget': inPerson({ who: 'these', kinds: ['superAdmin', 'clientAdmin'], rights: [] }),
  /** AUD-02: who may come in, how, and what they may do and see. */
  'access.review': kinds('superAdmin', 'clientAdmin'),
  'live.follow': signedIn,
  /** The demo's mailbox, which exists only on the machine of whoever runs it. */
  'demo.mails': anyone,
  'home.summary': kinds('clientAdmin', 'user'),
  'home.fleet': kinds('superAdmin', 'technician'),

  'machine-link.pair': anyone,
  /** SWU: the maker's own; machines come with a token of their own, which the call asks for itself. */
  'software-updates.manage': inPerson({ who: 'these', kinds: ['superAdmin'], rights: [] }),
  'software-updates.door': anyone,

  'categories.list': signedIn,
  'phase_group_types.list': signedIn,

  'machines.list': right('ROLE_MACHINE_ACCESS', 'ROLE_STRUCTURE_EDITOR', 'ROLE_PROGRAM_EDITOR'),
  'machines.show': right('ROLE_MACHINE_ACCESS'),
  'machines.create': right('ROLE_MACHINE_CREATE'),
  'machines.edit': right('ROLE_MACHINE_EDITOR'),
  /** PUT: the fields need the right to edit, the two switches their own; the action looks at each. */
  'machines.change': right('ROLE_MACHINE_EDITOR', 'ROLE_MACHINE_APPROVE_ACTION', 'ROLE_MACHINE_ACTIVATE_ACTION'),
  'machines.delete': right('ROLE_MACHINE_DELETE'),
  'machines.connect': right('ROLE_MACHINE_APPROVE_ACTION', 'ROLE_MACHINE_CREATE'),
  'machines.approve': right('ROLE_MACHINE_APPROVE_ACTION'),
  'machines.activate': right('ROLE_MACHINE_ACTIVATE_ACTION'),
  'machines.history': right('ROLE_MACHINE_ACCESS'),
  /** MAC-08 */
  'machines.extract': right('ROLE_MACHINE_ACCESS'),
  /** HIS-03 */
  'machines.exportActivities': kinds('clientAdmin'),
  /** MAC-07: who changes a setting, who reads them, and who finds a machine of any organisation to do so. */
  'machines.settings': { who: 'behind', kinds: ['superAdmin'], remote: ['technician'] },
  'machines.readSettings': { who: 'behind', kinds: ['clientAdmin', 'superAdmin', 'technician'], remote: [] },
  'machines.bySerial': kinds('superAdmin', 'technician'),
  /** LNK-02: the maker takes a serial number from whoever paired it and should not have. */
  'machines.releaseContested': inPerson({ who: 'these', kinds: ['superAdmin'], rights: [] }),

  /** Names machines: who sees programs alone reads on how many of them one stands (decision 0020). */
  'programMachines.list': right('ROLE_MACHINE_ACCESS'),
  'programMachines.create': right('ROLE_MACHINE_INSTALL_PROGRAM'),
  'programMachines.edit': right('ROLE_MACHINE_INSTALL_PROGRAM'),
  'programMachines.delete': right('ROLE_MACHINE_INSTALL_PROGRAM'),

  'programs.list': right('ROLE_PROGRAM_ACCESS'),
  'programs.show': right('ROLE_PROGRAM_ACCESS'),
  'programs.create': right('ROLE_PROGRAM_CREATE'),
  'programs.edit': right('ROLE_PROGRAM_EDITOR'),
  /** PUT: an editor changes, an approver approves; the action looks at each field. */
  'programs.change': right('ROLE_PROGRAM_EDITOR', 'ROLE_PROGRAM_APPROVE_ACTION'),
  'programs.delete': right('ROLE_PROGRAM_DELETE'),
  'programs.seeUnapproved': right('ROLE_PROGRAM_APPROVE_ACCESS'),
  'programs.approve': right('ROLE_PROGRAM_APPROVE_ACTION'),
  'programs.export': right('ROLE_PROGRAM_IMPORT_EXPORT'),
  /** An import makes programs. */
  'programs.import': allOf('ROLE_PROGRAM_IMPORT_EXPORT', 'ROLE_PROGRAM_CREATE'),
  'programs.history': right('ROLE_PROGRAM_ACCESS'),

  /** NAV-03: the page and its menu entry; the list alone also feeds the pick lists of others. */
  'tags.open': right('ROLE_TAG_ACCESS'),
  'tags.list': right('ROLE_TAG_ACCESS', 'ROLE_PROGRAM_CREATE', 'ROLE_PROGRAM_EDITOR'),
  'tags.show': right('ROLE_TAG_ACCESS'),
  'tags.create': right('ROLE_TAG_CREATE'),
  'tags.edit': right('ROLE_TAG_EDITOR'),
  'tags.delete': right('ROLE_TAG_DELETE'),
  'tags.history': right('ROLE_TAG_ACCESS'),
  'tags.assign': right('ROLE_TAG_ASSIGN'),

  /** NAV-03: the page and its menu entry; the list alone also feeds the filters of others. */
  'structures.open': right('ROLE_STRUCTURE_ACCESS'),
  'structures.list': right('ROLE_STRUCTURE_ACCESS', 'ROLE_MACHINE_ACCESS'),
  'structures.show': right('ROLE_STRUCTURE_ACCESS'),
  'structures.create': right('ROLE_STRUCTURE_CREATE'),
  /** Also opens the names of the people who are related to a structure, or can be. */
  'structures.edit': right('ROLE_STRUCTURE_EDITOR'),
  'structures.delete': right('ROLE_STRUCTURE_DELETE'),
  'structures.history': right('ROLE_STRUCTURE_ACCESS'),
  'structures.seeAll': right('ROLE_STRUCTURE_TOTAL_ACCESS'),
  'machines.seeWithoutStructure': right('ROLE_MACHINE_ACCESS_NO_STRUCTURE'),
  'structures.addMachine': right('ROLE_STRUCTURE_ADD_MACHINE'),

  /** AUD-03: what can be brought back, of the kinds that one may delete. */
  'recycleBin.list': right('ROLE_PROGRAM_DELETE', 'ROLE_MACHINE_DELETE', 'ROLE_STRUCTURE_DELETE', 'ROLE_TAG_DELETE'),

  /** BLK-01: each verb asks for the row of its own beside this one. */
  'bulk.run': kinds('clientAdmin', 'user'),
  /** Each row asks for the row of what puts it back. */
  'bulk.undo': kinds('clientAdmin', 'user'),

  /**
   * IMG: the maker's two libraries; who writes programs chooses from the first. Their files have addresses that nobody
   * guesses.
   */
  'images.file': anyone,
  'images.list': { who: 'these', kinds: ['superAdmin', 'clientAdmin'], rights: ['ROLE_PROGRAM_ACCESS'] },
  'images.manage': kinds('superAdmin'),
  /** PRO-05: one's own picture, and a user's by their client admin. */
  'images.mine': signedIn,
  'images.changeMine': inPerson({ who: 'signedIn', pendingToo: false }),
  'images.deleteMine': inPerson({ who: 'these', kinds: ['clientAdmin', 'user'], rights: [] }),
  'images.ofUsers': kinds('clientAdmin'),

  'users.list': kinds('superAdmin', 'clientAdmin'),
  /** The page of a user (USR-06); the record alone also feeds the forms of the maker's staff. */
  'users.show': kinds('clientAdmin'),
  'users.read': kinds('clientAdmin', 'superAdmin', 'technician'),
  /** Not in somebody's name: an account of one's own would outlive the session (IMP-04). */
  'users.create': inPerson({ who: 'these', kinds: ['clientAdmin'], rights: [] }),
  /** Whose record, and which of its fields: the action looks at both. */
  'users.edit': kinds('clientAdmin', 'superAdmin', 'technician'),
  /** Whoever has the address has the account. */
  'users.changeEmail': proven({ who: 'these', kinds: ['clientAdmin', 'superAdmin'], rights: [] }),
  'users.relate': kinds('clientAdmin'),
  /** Who may come in, and what they may do there, is decided by the client's own hand. */
  'users.switch': inPerson({ who: 'these', kinds: ['clientAdmin'], rights: [] }),
  'users.delete': inPerson({ who: 'these', kinds: ['clientAdmin'], rights: [] }),
  'users.previewRights': kinds('clientAdmin'),
  'users.changeRights': inPerson({ who: 'these', kinds: ['clientAdmin'], rights: [] }),
  /** AUD-02: named sets of rights; to give one is to change rights. */
  'rightsTemplates.list': kinds('clientAdmin'),
  'rightsTemplates.change': inPerson({ who: 'these', kinds: ['clientAdmin'], rights: [] }),
  'users.resetPassword': inPerson({ who: 'these', kinds: ['clientAdmin'], rights: [] }),
  'users.history': kinds('clientAdmin'),
  /** IMP-06: only the client decides it, by their own hand. */
  'organisation.show': kinds('clientAdmin'),
  'organisation.edit': inPerson({ who: 'these', kinds: ['clientAdmin'], rights: [] }),
  'assistance.list': kinds('superAdmin', 'technician'),
  'client-admins.list': kinds('superAdmin', 'technician'),
  'client-admins.create': kinds('superAdmin'),
  'client-admins.delete': kinds('superAdmin'),
  'technicians.list': kinds('superAdmin'),
  'technicians.create': kinds('superAdmin', 'technician'),
  'technicians.delete': kinds('superAdmin'),
  /** A link to a password of their own, in place of the first one. */
  'technicians.sendLink': kinds('superAdmin'),
} as const satisfies Record<string, Rule>;

export type Action = keyof typeof policy;

/** Whether this actor (or nobody, `null`) may do this. Pure: the same answer on the server and in the page. */
export function can(actor: Actor | null, action: Action): boolean {
  const rule: Rule = policy[action];
  if (rule.who === 'anyone') return true;
  if (!actor) return false;
  if (actor.secondStepPending || actor.passwordChangeRequired) return rule.who === 'signedIn' && rule.pendingToo;
  if (actor.secondStepMissing)
    return rule.who === 'signedIn' && (rule.pendingToo || rule.setUpToo === true) && !actor.master;
  if (rule.who === 'behind') return isBehind(actor, rule);
  if (rule.inPerson && actor.master) return false;
  if (rule.who === 'signedIn' || rule.kinds.includes(actor.kind)) return true;
  const holds = (one: Right) => counts(actor.rights, one);
  return actor.kind === 'user' && rule.rights.some(holds) && (rule.allOf ?? []).every(holds);
}

/** SEC-01: whether this wants a proof of the last minutes beside the rights. */
export function needsProof(action: Action): boolean {
  const rule: Rule = policy[action];
  return 'proven' in rule && rule.proven === true;
}

function isBehind(actor: Actor, rule: Extract<Rule, { who: 'behind' }>): boolean {
  const { kind, remoteParamsEdit } = actor.master ?? actor;
  return rule.kinds.includes(kind) || (remoteParamsEdit && rule.remote.includes(kind));
}
