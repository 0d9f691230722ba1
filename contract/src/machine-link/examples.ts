import type { z } from 'zod';
import type { downMessages, upMessages } from './messages.ts';

type Messages = typeof upMessages & typeof downMessages;
export interface Example<Topic extends keyof Messages> {
  name: string;
  payload: z.input<Messages[Topic]>;
}

const at = '2026-03-02T04:30:00.000Z';
const program = '0197a3c2-5d1e-7b6a-9c3f-2f4d8e6a1b70';
const other = '0197a3c2-5d1e-7b6a-9c3f-2f4d8e6a1b71';
const command = '0197a3c2-5d1e-7b6a-9c3f-2f4d8e6a1b72';
/** That of the body below; docs/machines/vectors.json has it too. */
export const exampleSha256 = '3fb6bede49975577aa02da34037594634ba6e7d44eb74aa4614ddaf6cea58530';
/** That of the text `{"v":1,`. */
const brokenSha256 = '6f8c7dd52f59d88706375cda63bb725f722689cc227ce0b55abf69366b5f40ed';
const otherSha256 = 'a'.repeat(64);
/** That of `changedBody` below; docs/machines/vectors.json has it too. */
export const changedSha256 = '7d5580d01cbf3932c366736380ed67461826ae807e7442f929eebbf48794d221';

const settings: z.input<Messages['birth']>['settings'] = [
  { param: 'manual.temperature', type: 'DOUBLE', value: 220, min: 0, max: 250, unit: 'Celsius' },
  { param: 'display.name', type: 'TEXT', value: 'Oven 2', maxLength: 40 },
  { param: 'buzzer.enabled', type: 'BOOL', value: true },
  { param: 'clock.timeServer', type: 'IP', value: '192.0.2.123' },
  { param: 'display.language', type: 'TEXTLIST', value: 'fr', options: ['en', 'fr'] },
];

export const exampleBody: z.input<Messages['programs']>['body'] = {
  id: program,
  revision: 3,
  name: 'Baguette « tradition »',
  category: 'deck',
  phaseGroups: [
    {
      phaseGroupType: 'heat',
      prePhaseValues: { temperature: 250 },
      phases: [
        { position: 1, values: { temperature: 250, duration: 600, notification: false } },
        { position: 2, values: { temperature: 232.5, duration: 720, notification: true } },
      ],
    },
    { phaseGroupType: 'fan', phases: [{ position: 1, values: { speed: 0, start: 0 } }] },
    { phaseGroupType: 'steam', phases: [{ position: 1, values: { start: 0, volume: 8 } }] },
    { phaseGroupType: 'damper', phases: [{ position: 1, values: { start: 1080, duration: 240 } }] },
  ],
};

/** As a person has left it at the machine: the first phase at 243 °C. */
const changedBody: z.input<Messages['changed']>['body'] = {
  ...exampleBody,
  phaseGroups: exampleBody.phaseGroups.map((group) =>
    group.phaseGroupType === 'heat'
      ? {
          ...group,
          phases: group.phases.map(({ position, values }) => ({
            position,
            values: { ...values, temperature: position === 1 ? 243 : values.temperature },
          })),
        }
      : group,
  ),
};

/** MKR-02: at least one example of every message; together they contain every field. */
export const examples: { [Topic in keyof Messages]: Example<Topic>[] } = {
  birth: [
    {
      name: 'after a start',
      payload: {
        v: 1,
        id: '7-1',
        at,
        session: 12,
        model: 'sole-3-12',
        softwareVersion: '4.2.1',
        settings,
        programs: [
          { id: program, revision: 3, sha256: exampleSha256, state: 'applied' },
          { id: other, revision: 1, sha256: otherSha256, state: 'refused', reason: { code: 'noSteam', values: {} } },
        ],
        desiredVersion: 41,
      },
    },
  ],
  will: [
    { name: 'last will', payload: { v: 1, session: 12 } },
    { name: 'in good order', payload: { v: 1, session: 12, leaving: true } },
  ],
  activities: [
    {
      name: 'the first bake of a day',
      payload: {
        v: 1,
        entries: [
          { id: '7-2', at, type: 'PowerOn' },
          { id: '7-3', at: '2026-03-02T04:30:02.000Z', type: 'PreheatStart', mode: '250' },
          {
            id: '7-4',
            at: '2026-03-02T05:02:10.250Z',
            type: 'ProgramStart',
            program: {
              id: program,
              name: 'Baguette « tradition »',
              revision: 3,
              sha256: exampleSha256,
              totalSeconds: 1320,
            },
            softwareVersion: '2.4.1',
          },
        ],
      },
    },
  ],
  errors: [
    { name: 'begins', payload: { v: 1, entries: [{ id: '7-5', code: 'E03', dateStart: at }] } },
    {
      name: 'ends',
      payload: {
        v: 1,
        entries: [{ id: '7-9', code: 'E03', dateStart: at, dateEnd: '2026-03-02T04:41:30.000Z' }],
      },
    },
  ],
  readings: [
    {
      name: 'while it bakes',
      payload: {
        v: 1,
        entries: [
          {
            id: '7-6',
            at,
            chamberTemperatureCelsius: 247.4,
            setTemperatureCelsius: 250,
            energyKilowattHours: 18234.7,
            doorOpen: false,
            program: {
              id: program,
              name: 'Baguette « tradition »',
              step: 1,
              stepCount: 2,
              elapsedSeconds: 60,
              totalSeconds: 1320,
            },
          },
        ],
      },
    },
    {
      name: 'with nothing in it',
      payload: {
        v: 1,
        entries: [
          {
            id: '7-7',
            at,
            chamberTemperatureCelsius: 21.5,
            setTemperatureCelsius: null,
            energyKilowattHours: 18234.7,
            doorOpen: true,
            program: null,
          },
        ],
      },
    },
  ],
  reported: [
    {
      name: 'one program taken, one refused',
      payload: {
        v: 1,
        id: '7-8',
        at,
        desiredVersion: 42,
        programs: [
          { id: program, revision: 3, sha256: exampleSha256, state: 'applied' },
          {
            id: other,
            revision: 1,
            sha256: otherSha256,
            state: 'refused',
            reason: { code: 'tankTooSmall', values: { neededCentilitres: 90, tankCentilitres: 60 } },
          },
        ],
      },
    },
    {
      name: 'changed at the machine',
      payload: {
        v: 1,
        id: '7-11',
        at,
        desiredVersion: 42,
        programs: [
          {
            id: program,
            revision: 3,
            sha256: changedSha256,
            state: 'changed',
            reason: { code: 'changed', values: { step: 1, fromCelsius: 250, toCelsius: 243 } },
          },
        ],
        softwareVersion: '4.2.1',
        settings,
      },
    },
  ],
  changed: [
    { name: 'a lower temperature', payload: { v: 1, id: '7-15', at, sha256: changedSha256, body: changedBody } },
  ],
  requests: [{ name: 'one body', payload: { v: 1, id: '7-10', at, programs: [{ id: program, revision: 3 }] } }],
  answers: [
    ...settings.map((setting) => ({
      name: `done, with a setting of type ${setting.type}`,
      payload: { v: 1 as const, id: '7-12', at, commandId: command, done: true, setting },
    })),
    {
      name: 'refused by a code',
      payload: {
        v: 1,
        id: '7-13',
        at,
        commandId: command,
        done: false,
        reason: { code: 'outOfTemperatures', values: { minCelsius: 0, maxCelsius: 250 } },
      },
    },
    {
      name: 'refused in plain words',
      payload: { v: 1, id: '7-14', at, commandId: command, done: false, reason: 'The door is open' },
    },
  ],
  alive: [{ name: 'alive', payload: { v: 1 } }],
  desired: [
    {
      name: 'two programs',
      payload: {
        v: 1,
        version: 42,
        programs: [
          { id: program, revision: 3, sha256: exampleSha256 },
          { id: other, revision: 1, sha256: otherSha256, overwrite: true, overwrites: brokenSha256 },
        ],
      },
    },
  ],
  programs: [{ name: 'a program', payload: { v: 1, sha256: exampleSha256, body: exampleBody } }],
  commands: [
    {
      name: 'a setting',
      payload: {
        v: 1,
        commandId: command,
        expiresAt: '2026-03-03T04:30:00.000Z',
        set: { param: 'manual.temperature', type: 'DOUBLE', value: 210 },
      },
    },
  ],
  stored: [{ name: 'three reports', payload: { v: 1, ids: ['7-2', '7-3', '7-4'] } }],
  refused: [
    {
      name: 'one entry of a batch',
      payload: {
        v: 1,
        topic: 'readings',
        entries: [
          {
            list: 'entries',
            index: 3,
            id: '7-21',
            code: 'maxValue',
            field: 'chamberTemperatureCelsius',
            rule: 'Must be at most 1000',
          },
        ],
      },
    },
    {
      name: 'a whole message',
      payload: {
        v: 1,
        topic: 'activities',
        entries: [{ messageSha256: brokenSha256, code: 'notJson', rule: 'The message is not JSON in UTF-8' }],
      },
    },
  ],
};
