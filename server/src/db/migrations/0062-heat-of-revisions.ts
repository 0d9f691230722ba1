import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * SCL-05: the steps of heat of a revision as JSON, with commas between them, as lists of machines show them. PostgreSQL
 * computes it when the revision is written, by the former version as well; a revision never changes.
 */
export const heatOfRevisions: Migration = {
  async up(db) {
    await sql`create function "heatStepsJson"("phaseGroups" jsonb) returns text language sql immutable as $$
      select coalesce(string_agg('{"temperatureCelsius":' || coalesce(step.given ->> 'temperature', 'null')
        || ',"durationSeconds":' || coalesce(step.given ->> 'duration', 'null') || '}', ',' order by step.number), '')
      from jsonb_array_elements(jsonb_path_query_array("phaseGroups",
        '$[*] ? (@.phaseGroupType == "heat").phases[*].values')) with ordinality as step (given, number)
    $$`.execute(db);
    await sql`alter table "programRevisions" add column "heatSteps" text not null
      generated always as ("heatStepsJson"("phaseGroups")) stored`.execute(db);
  },
};
