/** The label of each date preference (GEN-07). */
export const dateDisplayText = { 0: 'profile.datesUtc', 1: 'profile.datesUser', 2: 'profile.datesMachine' } as const;
