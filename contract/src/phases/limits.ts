/** PHA-01 to PHA-05: the numbers of all phase rules. Seconds, °C, percent, centilitres. */
export const limits = {
  phasesPerGroup: 50,
  heat: {
    minTemperatureCelsius: 0,
    maxTemperatureCelsius: 250,
    minDurationSeconds: 0,
    maxDurationSeconds: 240 * 60,
    minPhases: 1,
  },
  preheat: { aboveFirstCelsius: 30 },
  fan: { off: 0, minSpeedPercent: 30, maxSpeedPercent: 100 },
  steam: { minVolumeCentilitres: 2, maxVolumeCentilitres: 10 },
  damper: { minStartSeconds: 60, minDurationSeconds: 60, minGapSeconds: 60 },
  /** The documents' "total minus 1": one minute, because the documents' forms count in minutes. */
  beforeEndSeconds: 60,
} as const;

export const phaseGroupNames = ['heat', 'fan', 'steam', 'damper'] as const;
export type PhaseGroupName = (typeof phaseGroupNames)[number];
