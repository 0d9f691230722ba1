import type { Room } from './room.ts';

/** The calls about an organisation’s machines, programs, structures and tags. */
export const roomsOfThings: readonly Room[] = [
  {
    tag: 'Machines',
    says: 'The ovens: where they are, what they do now, what they reported, and their settings.',
    calls: {
      'GET /machines/by-serial': ['findMachinesBySerialNumber', 'Find machines of all organisations by serial number'],
      'POST /machines/:id/release-contested': ['releaseContestedMachine', 'Release a contested serial number'],
      'GET /machines/:id/activities.csv': ['exportMachineActivities', 'Download what a machine did'],
      'GET /machines/:id/errors.csv': ['exportMachineErrors', 'Download the faults of a machine'],
      'GET /machines/:id/refused': ['listRefusedMessages', 'List what a machine sent and the server refused'],
      'GET /machines/:id/outages': ['listMachineOutages', 'List the lost connections of a machine'],
      'GET /machines/:id/stats': ['getMachineStatistics', 'Read the usage of a machine over time'],
      'GET /machines/:id/contents': ['getMachineContents', 'Read what was on a machine at a moment'],
      'GET /machines/:id/contents.csv': ['exportMachineContents', 'Download what was on a machine at a moment'],
      'GET /bakes': ['listBakes', 'List the bakes of a program, by revision'],
      'GET /bakes.csv': ['exportBakes', 'Download the bakes of a program'],
      'GET /machines/usage.csv': ['exportUsage', 'Download activities or faults of many machines'],
      'GET /users/:id/export_machines_activities': [
        'exportAllActivities',
        'Download all activities of an organisation',
      ],
      'GET /machines/:id/settings': ['getMachineSettings', 'Read the settings of a machine'],
      'GET /machines/:id/settings/history': ['listMachineCommands', 'List the commands sent to a machine'],
      'POST /machine/update-machine-settings': ['changeMachineSetting', 'Change a setting of a machine remotely'],
      'GET /machines/:id/updates': ['listMachineUpdates', 'List the software updates of a machine'],
      'PUT /machines/:id/updates': ['decideMachineUpdate', 'Decide about the software updates of a machine'],
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
    calls: {
      'GET /structures/:id/outages': ['listStructureOutages', 'List the lost connections of a structure'],
    },
  },
  {
    tag: 'Tags',
    says: 'Labels on programs.',
    calls: {},
  },
  {
    tag: 'Many at once',
    says: 'One action on many records, with a preview and undo.',
    calls: {
      'POST /bulk/preview': ['previewBulkRun', 'Read what an action on many records would do'],
      'POST /bulk': ['startBulkRun', 'Start an action on many records'],
      'GET /bulk': ['listBulkRuns', 'List the actions on many records that are running or new'],
      'GET /bulk/:id': ['getBulkRun', 'Read the progress of an action on many records'],
      'POST /bulk/:id/stop': ['stopBulkRun', 'Stop an action on many records'],
      'POST /bulk/:id/undo': ['undoBulkRun', 'Undo an action on many records'],
    },
  },
  {
    tag: 'History',
    says: 'Who did what, and when.',
    calls: {},
  },
];
