import type { Words } from '../kit/words.ts';

/** The usage events of the documents, as machines report them. */
export const activityTypes = [
  'PowerOn',
  'PowerOff',
  'AutoPowerOn',
  'AutoPowerOff',
  'PreheatStart',
  'PreheatEnd',
  'WashStart',
  'WashEnd',
  'DiagnosticStart',
  'DiagnosticEnd',
  'SleepStart',
  'SleepEnd',
  'AutoSleepStart',
  'ProgramStart',
  'ProgramEnd',
  'ManualStart',
  'ManualEnd',
] as const;
export type ActivityType = (typeof activityTypes)[number];

/** The mode of a wash. */
export const washModes = ['short', 'long', 'stopOdor'] as const;
export type WashMode = (typeof washModes)[number];

export const activityWords: Record<ActivityType, Words> = {
  PowerOn: { en: 'Switched on', fr: 'Mise en marche' },
  PowerOff: { en: 'Switched off', fr: 'Éteinte' },
  AutoPowerOn: { en: 'Switched on by its timer', fr: 'Mise en marche par sa programmation' },
  AutoPowerOff: { en: 'Switched off by its timer', fr: 'Éteinte par sa programmation' },
  PreheatStart: { en: 'Preheating', fr: 'Préchauffage' },
  PreheatEnd: { en: 'Preheated', fr: 'Préchauffage terminé' },
  WashStart: { en: 'Wash', fr: 'Lavage' },
  WashEnd: { en: 'Wash ended', fr: 'Lavage terminé' },
  DiagnosticStart: { en: 'Diagnostic', fr: 'Diagnostic' },
  DiagnosticEnd: { en: 'Diagnostic ended', fr: 'Diagnostic terminé' },
  SleepStart: { en: 'Standby', fr: 'En veille' },
  SleepEnd: { en: 'Standby ended', fr: 'Sortie de veille' },
  AutoSleepStart: { en: 'Automatic standby', fr: 'Mise en veille automatique' },
  ProgramStart: { en: 'Program started', fr: 'Programme lancé' },
  ProgramEnd: { en: 'Program ended', fr: 'Programme terminé' },
  ManualStart: { en: 'Manual baking', fr: 'Cuisson manuelle' },
  ManualEnd: { en: 'Manual baking ended', fr: 'Cuisson manuelle terminée' },
};

export const washWords: Record<WashMode, Words> = {
  short: { en: 'short', fr: 'court' },
  long: { en: 'long', fr: 'long' },
  stopOdor: { en: 'stop odor', fr: 'stop odeur' },
};

/** The occupations of a machine that lists show. */
export const machineOccupations = [
  'off',
  'ready',
  'preheat',
  'program',
  'wash',
  'diagnostic',
  'sleep',
  'manual',
] as const;
export type MachineOccupation = (typeof machineOccupations)[number];

export const occupationWords: Record<MachineOccupation, Words> = {
  off: { en: 'Off', fr: 'Éteinte' },
  ready: { en: 'Ready', fr: 'Prête' },
  preheat: { en: 'Preheating', fr: 'Préchauffage' },
  program: { en: 'Baking', fr: 'Cuisson' },
  wash: { en: 'Washing', fr: 'Lavage' },
  diagnostic: { en: 'Diagnostic', fr: 'Diagnostic' },
  sleep: { en: 'Standby', fr: 'En veille' },
  manual: { en: 'Manual baking', fr: 'Cuisson manuelle' },
};

/** The machine's occupation from this event on. */
export function occupationAfter(type: ActivityType): MachineOccupation {
  const after: Partial<Record<ActivityType, MachineOccupation>> = {
    PowerOff: 'off',
    AutoPowerOff: 'off',
    PreheatStart: 'preheat',
    WashStart: 'wash',
    DiagnosticStart: 'diagnostic',
    SleepStart: 'sleep',
    AutoSleepStart: 'sleep',
    ProgramStart: 'program',
    ManualStart: 'manual',
  };
  return after[type] ?? 'ready';
}

/** The event that ends what this one starts; null for events that start nothing. */
export function endOf(type: ActivityType): ActivityType | null {
  if (type === 'AutoSleepStart') return 'SleepEnd';
  return type.endsWith('Start') ? (type.replace('Start', 'End') as ActivityType) : null;
}
