/** Lists that grow by “See more” begin with this number of entries, and get as many more each time. */
export const growingListLimits = { entries: 10 } as const;
