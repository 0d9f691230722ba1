import type { MachineSetting, SettingValue } from '@fournil/contract/machine-link/fields';
import type { KnownSetting } from '../../db/tables/machines.ts';

/** A machine's report of its settings at one time. `whole`: these are all of them. */
export interface SettingsReport {
  at: string;
  whole: boolean;
  settings: readonly MachineSetting[];
  /** Values that it has accepted without reporting the setting again. */
  values?: readonly { param: string; value: SettingValue }[];
}

export interface KnownSettings {
  settings: KnownSetting[];
  /** The time of its last complete report. */
  wholeAt: string | null;
}

/**
 * LNK-05: the settings after these reports, in whatever order and however often they arrive: each has its last reported
 * value.
 */
export function mergeSettings(known: KnownSettings, reports: readonly SettingsReport[]): KnownSettings {
  return [...reports].sort((a, b) => (a.at < b.at ? -1 : 1)).reduce(mergeOne, known);
}

function mergeOne(knownSettings: KnownSettings, report: SettingsReport): KnownSettings {
  const { at } = report;
  if (report.whole) return mergeWhole(knownSettings, report);
  const reportedSettings = new Map(report.settings.map((one) => [one.param, one]));
  const values = new Map(report.values?.map((one) => [one.param, one.value]));
  const isOld = (one: KnownSetting) => one.reportedAt !== undefined && one.reportedAt > at;
  const settings = knownSettings.settings.map((one): KnownSetting => {
    if (isOld(one)) return one;
    const next = reportedSettings.get(one.param);
    if (next) return { ...next, reportedAt: at };
    return values.has(one.param) ? ({ ...one, value: values.get(one.param), reportedAt: at } as KnownSetting) : one;
  });
  const isNew = ({ param }: MachineSetting) => !knownSettings.settings.some((one) => one.param === param);
  // Settings missing from a newer complete list are no longer on the machine.
  const newSettings =
    knownSettings.wholeAt !== null && knownSettings.wholeAt > at
      ? []
      : report.settings.filter(isNew).map((one) => ({ ...one, reportedAt: at }));
  return { ...knownSettings, settings: [...settings, ...newSettings] };
}

function mergeWhole(known: KnownSettings, { at, settings }: SettingsReport): KnownSettings {
  if (known.wholeAt !== null && known.wholeAt > at) return known;
  const newer = known.settings.filter((one) => one.reportedAt !== undefined && one.reportedAt > at);
  const merged = settings.map(
    (one): KnownSetting => newer.find(({ param }) => param === one.param) ?? { ...one, reportedAt: at },
  );
  const added = newer.filter(({ param }) => !settings.some((one) => one.param === param));
  return { settings: [...merged, ...added], wholeAt: at };
}
