/** The largest number of a PostgreSQL `integer`, the type of the columns of revisions, versions, counts and the like. */
export const largestInteger = 2_147_483_647;
