/** What each date preference is called (GEN-07). */
export const dateDisplayText = { 0: 'profile.datesUtc', 1: 'profile.datesUser', 2: 'profile.datesMachine' } as const;
