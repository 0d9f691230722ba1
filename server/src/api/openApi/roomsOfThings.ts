import type { Room } from './room.ts';

/** The calls about an organisation’s machines, programs, structures and tags. */
export const roomsOfThings: readonly Room[] = [
  {
    tag: 'Machines',
    says: 'The ovens: where they are, what they do now, what they reported, and their settings.',
    calls: {
      'GET /machines/:id/refused': ['listRefusedMessages', 'List what a machine sent and the server refused'],
      'GET /categories': ['listCategories', 'List the categories of machines'],
      'GET /categories/:id': ['getCategory', 'Read a category of machines'],
    },
  },
  {
    tag: 'Installations',
    says: 'The programs on each machine, with the state of each.',
    calls: {},
  },
  {
    tag: 'Programs',
    says: 'Baking programs, their revisions and their approval.',
    calls: {
      'GET /phase_group_types': ['listPhaseGroupTypes', 'List the groups of phases and their limits'],
      'GET /phase_group_types/:id': ['getPhaseGroupType', 'Read a group of phases and its limits'],
    },
  },
  {
    tag: 'Menus',
    says: 'Ordered programs that are given to structures and machines, with seasons, revisions and approval.',
    calls: {},
  },
  {
    tag: 'Structures',
    says: 'The sites and sectors of an organisation, as a tree.',
    calls: {},
  },
  {
    tag: 'Tags',
    says: 'Labels on programs.',
    calls: {},
  },
  {
    tag: 'Many at once',
    says: 'One action on many records, with a preview and undo.',
    calls: {},
  },
  {
    tag: 'History',
    says: 'Who did what, and when.',
    calls: {},
  },
];
