import { isEffective, type Right } from './rights.ts';
import type { Actor } from './roles.ts';
import {
  allOf,
  anyone,
  inPerson,
  isBehind,
  kinds,
  peopleOnly,
  proven,
  type Rule,
  right,
  settingUp,
  signedIn,
  signedInOrPending,
  tokensToo,
  withMaker,
} from './rules.ts';

export type { Rule } from './rules.ts';

/**
 * RGT-07: the table of who may do what. The server refuses to register a call that names none of these rows, the page
 * reads the same table for its menus and buttons, and the tests check every row. Rows are about kinds of people and
 * rights; *which* records a person sees is decided by the server's `visible` queries.
 */
export const policy = {
  'api.read': tokensToo(anyone),
  /** RUN-04: for callers with a token that belongs to no person; the call checks it itself. */
  'metrics.read': anyone,
  'accounts.login': anyone,
  /** Registration, activation and passwords: the call itself checks what it needs. */
  'accounts.open': anyone,
  'accounts.logout': signedInOrPending,
  /** TFA-02: the calls that are open between password and second step, apart from sign-out. */
  'two-step.check': signedInOrPending,
  'two-step.set': proven(settingUp),
  /** The token of this session again, with the present roles. */
  'sessions.token': settingUp,
  /** Switching off and new recovery codes: the code in the call is the proof. */
  'two-step.byCode': inPerson(signedIn),
  'sessions.own': inPerson(signedIn),
  'sessions.end': proven(signedIn),
  'passkeys.own': inPerson(settingUp),
  'passkeys.change': proven(settingUp),
  /** SEC-01: gives a proof of identity in the present session. */
  'profile.prove': inPerson(settingUp),
  'profile.show': signedIn,
  'profile.edit': inPerson(signedIn),
  /** PRO-02: the fields that are not preferences. A technician's are edited by the super admin. */
  'profile.editFields': inPerson(kinds('superAdmin', 'clientAdmin', 'user')),
  'profile.changeEmail': proven(kinds('superAdmin', 'user')),
  'profile.renewSecurityCode': inPerson(kinds('clientAdmin', 'user')),
  /** IMP: starts a control session; refused within a control session. */
  'control.list': inPerson(kinds('superAdmin', 'technician', 'clientAdmin')),
  'control.start': inPerson(kinds('superAdmin', 'technician', 'clientAdmin')),
  'control.stop': signedIn,
  'control.history': kinds('superAdmin'),
  /** The control sessions in the person's own name, or in their organisation. */
  'control.sessions': kinds('clientAdmin', 'user'),
  /** AUD-01: all actions in the organisation; for the maker, in all organisations. */
  'history.all': kinds('superAdmin', 'clientAdmin'),
  /** Removes a person's name, addresses and values from the record; an account that still exists keeps them. */
  'history.forget': inPerson(kinds('superAdmin', 'clientAdmin')),
  /** AUD-02: people with what they may do and see. */
  'access.review': kinds('superAdmin', 'clientAdmin'),
  'live.follow': signedIn,
  /** The demonstration's mailbox, which exists only where the server is reachable from its own computer alone. */
  'demo.mails': anyone,
  'home.summary': kinds('clientAdmin', 'user'),
  'home.fleet': kinds('superAdmin', 'technician'),

  'machine-link.pair': anyone,
  /** SCL-01: for the shared broker, with a token of the settings; the call checks it itself. */
  'machine-link.broker': anyone,
  /** SWU: for the maker only; machines have a token of their own, which the call checks itself. */
  'software-updates.manage': inPerson(kinds('superAdmin')),
  'software-updates.ddi': anyone,

  'categories.list': tokensToo(signedIn),
  /** MKR-05: everybody reads the maker's models; the super admin keeps them. */
  'models.list': tokensToo(signedIn),
  'models.manage': inPerson(kinds('superAdmin')),
  'phase_group_types.list': tokensToo(signedIn),

  'machines.list': right('ROLE_MACHINE_ACCESS', 'ROLE_STRUCTURE_EDITOR', 'ROLE_PROGRAM_EDITOR'),
  'machines.show': right('ROLE_MACHINE_ACCESS'),
  'machines.create': right('ROLE_MACHINE_CREATE'),
  'machines.edit': right('ROLE_MACHINE_EDITOR'),
  /** PUT: most fields need the right to edit, the two switches a right of their own; the action checks each field. */
  'machines.change': right('ROLE_MACHINE_EDITOR', 'ROLE_MACHINE_APPROVE_ACTION', 'ROLE_MACHINE_ACTIVATE_ACTION'),
  'machines.delete': right('ROLE_MACHINE_DELETE'),
  'machines.connect': right('ROLE_MACHINE_APPROVE_ACTION', 'ROLE_MACHINE_CREATE'),
  'machines.approve': right('ROLE_MACHINE_APPROVE_ACTION'),
  'machines.activate': right('ROLE_MACHINE_ACTIVATE_ACTION'),
  'machines.history': right('ROLE_MACHINE_ACCESS'),
  /** MAC-08 */
  'machines.extract': right('ROLE_MACHINE_ACCESS'),
  /** MNU-04: names programs and machines. */
  'bakes.list': allOf('ROLE_PROGRAM_ACCESS', 'ROLE_MACHINE_ACCESS'),
  /** HIS-03 */
  'machines.exportActivities': kinds('clientAdmin'),
  /** MAC-07: who may change a setting, who may read settings, and who may search all machines for this. */
  'machines.settings': { who: 'behind', kinds: ['superAdmin'], remote: ['technician'], tokens: false },
  'machines.readSettings': {
    who: 'behind',
    kinds: ['clientAdmin', 'superAdmin', 'technician'],
    remote: [],
    tokens: false,
  },
  'machines.bySerial': kinds('superAdmin', 'technician'),
  /** MKR-01: for the maker's staff only, also while they act in the name of a client. */
  'machines.refused': { who: 'behind', kinds: ['superAdmin', 'technician'], remote: [], tokens: false },
  /** LNK-02: the maker releases a serial number from an organisation that should not have it. */
  'machines.releaseContested': inPerson(kinds('superAdmin')),

  /** Names machines; a reader with rights for programs only sees their number (decision 0020). */
  'programMachines.list': right('ROLE_MACHINE_ACCESS'),
  'programMachines.create': right('ROLE_MACHINE_INSTALL_PROGRAM'),
  'programMachines.edit': right('ROLE_MACHINE_INSTALL_PROGRAM'),
  /** MNU-02: what was changed at an oven becomes the program's next revision. */
  'programMachines.adopt': allOf('ROLE_MACHINE_ACCESS', 'ROLE_PROGRAM_EDITOR'),
  'programMachines.delete': right('ROLE_MACHINE_INSTALL_PROGRAM'),

  'programs.list': right('ROLE_PROGRAM_ACCESS'),
  'programs.show': right('ROLE_PROGRAM_ACCESS'),
  'programs.create': right('ROLE_PROGRAM_CREATE'),
  'programs.edit': right('ROLE_PROGRAM_EDITOR'),
  /** PUT: editing and approving need different rights; the action checks each field. */
  'programs.change': right('ROLE_PROGRAM_EDITOR', 'ROLE_PROGRAM_APPROVE_ACTION'),
  'programs.delete': right('ROLE_PROGRAM_DELETE'),
  'programs.seeUnapproved': right('ROLE_PROGRAM_APPROVE_ACCESS'),
  'programs.approve': right('ROLE_PROGRAM_APPROVE_ACTION'),
  'programs.export': right('ROLE_PROGRAM_IMPORT_EXPORT'),
  /** An import creates programs. */
  'programs.import': allOf('ROLE_PROGRAM_IMPORT_EXPORT', 'ROLE_PROGRAM_CREATE'),
  'programs.history': right('ROLE_PROGRAM_ACCESS'),

  /** MNU-01: menus are written and approved with the rights of programs, and given with that of installing them. */
  'menus.list': right('ROLE_PROGRAM_ACCESS'),
  'menus.create': right('ROLE_PROGRAM_CREATE'),
  'menus.edit': right('ROLE_PROGRAM_EDITOR'),
  'menus.approve': right('ROLE_PROGRAM_APPROVE_ACTION'),
  'menus.give': allOf('ROLE_PROGRAM_ACCESS', 'ROLE_MACHINE_INSTALL_PROGRAM'),
  /** PUT: content, approval and places need different rights; the action checks each field. */
  'menus.change': right('ROLE_PROGRAM_EDITOR', 'ROLE_PROGRAM_APPROVE_ACTION', 'ROLE_MACHINE_INSTALL_PROGRAM'),
  /** What saving would change: for those who write menus, approve them or give them. */
  'menus.preview': {
    ...allOf('ROLE_PROGRAM_ACCESS'),
    rights: [
      'ROLE_PROGRAM_CREATE',
      'ROLE_PROGRAM_EDITOR',
      'ROLE_PROGRAM_APPROVE_ACTION',
      'ROLE_MACHINE_INSTALL_PROGRAM',
    ],
  },
  'menus.delete': right('ROLE_PROGRAM_DELETE'),
  'menus.history': right('ROLE_PROGRAM_ACCESS'),
  /** Names machines, as the list of their programs does. */
  'menus.ofMachine': right('ROLE_MACHINE_ACCESS'),

  /** MNU-03: they name programs and machines; the maker sees those of software, clients their own. */
  'rollouts.list': withMaker(allOf('ROLE_PROGRAM_ACCESS', 'ROLE_MACHINE_ACCESS')),
  /** The action checks what the kind of the rollout needs as well. */
  'rollouts.act': withMaker(right('ROLE_PROGRAM_APPROVE_ACTION')),
  /** A rollout ends with the approval of its revision, and decides what machines hold until then. */
  'programs.rollOut': allOf('ROLE_PROGRAM_APPROVE_ACTION', 'ROLE_MACHINE_INSTALL_PROGRAM'),
  'menus.rollOut': allOf('ROLE_PROGRAM_APPROVE_ACTION', 'ROLE_MACHINE_INSTALL_PROGRAM'),

  /** NAV-03: the page and its menu entry; the list alone also serves the pick lists of other pages. */
  'tags.open': right('ROLE_TAG_ACCESS'),
  'tags.list': right('ROLE_TAG_ACCESS', 'ROLE_PROGRAM_CREATE', 'ROLE_PROGRAM_EDITOR'),
  'tags.show': right('ROLE_TAG_ACCESS'),
  'tags.create': right('ROLE_TAG_CREATE'),
  'tags.edit': right('ROLE_TAG_EDITOR'),
  /** Includes the names of the people who are assigned to a tag, or can be. */
  'tags.relate': peopleOnly(right('ROLE_TAG_EDITOR')),
  'tags.delete': right('ROLE_TAG_DELETE'),
  'tags.history': right('ROLE_TAG_ACCESS'),
  'tags.assign': right('ROLE_TAG_ASSIGN'),

  /** NAV-03: the page and its menu entry; the list alone also serves the filters of other pages. */
  'structures.open': right('ROLE_STRUCTURE_ACCESS'),
  'structures.list': right('ROLE_STRUCTURE_ACCESS', 'ROLE_MACHINE_ACCESS'),
  'structures.show': right('ROLE_STRUCTURE_ACCESS'),
  'structures.create': right('ROLE_STRUCTURE_CREATE'),
  /** Includes the names of the people who are assigned to a structure, or can be. */
  'structures.edit': right('ROLE_STRUCTURE_EDITOR'),
  /** Who is assigned to a structure, which decides what people see. */
  'structures.relate': peopleOnly(right('ROLE_STRUCTURE_EDITOR')),
  'structures.delete': right('ROLE_STRUCTURE_DELETE'),
  'structures.history': right('ROLE_STRUCTURE_ACCESS'),
  'structures.seeAll': right('ROLE_STRUCTURE_TOTAL_ACCESS'),
  'machines.seeWithoutStructure': right('ROLE_MACHINE_ACCESS_NO_STRUCTURE'),
  'structures.addMachine': right('ROLE_STRUCTURE_ADD_MACHINE'),

  /** AUD-03: restores records of the kinds that the person may delete. */
  'recycleBin.list': right('ROLE_PROGRAM_DELETE', 'ROLE_MACHINE_DELETE', 'ROLE_STRUCTURE_DELETE', 'ROLE_TAG_DELETE'),

  /** BLK-01: each verb needs its own row as well. */
  'bulk.run': kinds('clientAdmin', 'user'),
  /** Each row of the run needs the right to do the opposite. */
  'bulk.undo': kinds('clientAdmin', 'user'),

  /**
   * IMG: the maker's two libraries; authors of programs choose from the first. The addresses of their files cannot be
   * guessed.
   */
  'images.file': tokensToo(anyone),
  'images.list': {
    who: 'these',
    kinds: ['superAdmin', 'clientAdmin'],
    rights: ['ROLE_PROGRAM_ACCESS'],
    tokens: true,
  },
  'images.manage': kinds('superAdmin'),
  /** PRO-05: the person's own picture, and a user's by their client admin. */
  'images.mine': signedIn,
  'images.changeMine': inPerson(signedIn),
  'images.deleteMine': inPerson(kinds('clientAdmin', 'user')),
  'images.ofUsers': kinds('clientAdmin'),

  'users.list': kinds('superAdmin', 'clientAdmin'),
  /** The page of a user (USR-06); the record alone also serves the forms of the maker's staff. */
  'users.show': kinds('clientAdmin'),
  'users.read': kinds('clientAdmin', 'superAdmin', 'technician'),
  /** Refused in a control session: a new account would outlast it (IMP-04). */
  'users.create': inPerson(kinds('clientAdmin')),
  /** The action checks which record and which fields. */
  'users.edit': kinds('clientAdmin', 'superAdmin', 'technician'),
  /** A change of the e-mail address gives control of the account. */
  'users.changeEmail': proven(kinds('clientAdmin', 'superAdmin')),
  'users.relate': kinds('clientAdmin'),
  /** Refused in a control session: people and their rights are decided by the client. */
  'users.switch': inPerson(kinds('clientAdmin')),
  'users.delete': inPerson(kinds('clientAdmin')),
  'users.previewRights': kinds('clientAdmin'),
  'users.changeRights': inPerson(kinds('clientAdmin')),
  /** AUD-02: named sets of rights; giving one changes rights. */
  'rightsTemplates.list': kinds('clientAdmin'),
  'rightsTemplates.change': inPerson(kinds('clientAdmin')),
  'users.resetPassword': inPerson(kinds('clientAdmin')),
  'users.history': kinds('clientAdmin'),
  /** IMP-06: decided by the client only, outside control sessions. */
  'organisation.show': kinds('clientAdmin'),
  'organisation.edit': inPerson(kinds('clientAdmin')),
  /** INT-04: tokens for programs. A token gives access without a person, so making one needs a proof. */
  'apiTokens.list': kinds('superAdmin', 'clientAdmin'),
  'apiTokens.make': proven(kinds('clientAdmin')),
  'apiTokens.edit': inPerson(kinds('clientAdmin')),
  /** Needs no proof, because it takes access away. */
  'apiTokens.revoke': inPerson(kinds('superAdmin', 'clientAdmin')),
  /** INT-05: an endpoint is sent what happens for as long as it exists, so making or changing one needs a proof. */
  'webhooks.list': kinds('clientAdmin'),
  'webhooks.change': proven(kinds('clientAdmin')),
  /** Tests, sending again and deleting. */
  'webhooks.act': inPerson(kinds('clientAdmin')),
  'assistance.list': kinds('superAdmin', 'technician'),
  'client-admins.list': kinds('superAdmin', 'technician'),
  'client-admins.create': kinds('superAdmin'),
  'client-admins.delete': kinds('superAdmin'),
  'technicians.list': kinds('superAdmin'),
  'technicians.create': kinds('superAdmin', 'technician'),
  'technicians.delete': kinds('superAdmin'),
  /** Sends a link to set a password, in place of the first one. */
  'technicians.sendLink': kinds('superAdmin'),
} as const satisfies Record<string, Rule>;

export type Action = keyof typeof policy;

/** Whether this actor (or nobody, `null`) may do this. Pure: gives the same answer on the server and in the page. */
export function can(actor: Actor | null, action: Action): boolean {
  const rule: Rule = policy[action];
  if (actor?.apiToken && !rule.tokens) return false;
  if (rule.who === 'anyone') return true;
  if (!actor) return false;
  if (actor.secondStepPending || actor.passwordChangeRequired) return rule.who === 'signedIn' && rule.pendingToo;
  if (actor.secondStepMissing)
    return rule.who === 'signedIn' && (rule.pendingToo || rule.setUpToo === true) && !actor.master;
  return mayInside(actor, rule);
}

function mayInside(actor: Actor, rule: Exclude<Rule, { who: 'anyone' }>): boolean {
  if (rule.who === 'behind') return isBehind(actor, rule);
  if (rule.inPerson && actor.master) return false;
  if (rule.who === 'signedIn' || rule.kinds.includes(actor.kind)) return true;
  const holds = (one: Right) => isEffective(actor.rights, one);
  return actor.kind === 'user' && rule.rights.some(holds) && (rule.allOf ?? []).every(holds);
}

/** SEC-01: whether this needs a recent proof of identity as well as the rights. */
export function needsProof(action: Action): boolean {
  const rule: Rule = policy[action];
  return 'proven' in rule && rule.proven === true;
}
