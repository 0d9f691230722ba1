import type pg from 'pg';

/**
 * The functions of the policies. Called immutable, so that each statement's plan contains their values and Citus sends
 * it to one shard; a distributed database's connections keep no plan from one statement to the next.
 */
const functions = [
  `create or replace function callers_organisation() returns uuid language plpgsql immutable as $$
    begin return nullif(current_setting('app.organisation', true), '')::uuid; end $$`,
  ...[
    ['present_organisations', ''],
    ['sharing_organisations', ' where "assistanceSharing"'],
    ['ending_organisations', ' where "deletedAt" is not null'],
  ].map(
    ([name, where]) => `create or replace function ${name}() returns uuid[] language plpgsql immutable as $$
      begin return array(select id from public.organisations${where}); end $$`,
  ),
  `create or replace function visible_users() returns uuid[] language plpgsql immutable as $$
    begin return array(select id from public.users); end $$`,
];

/** Citus refuses sub-selects in policies. */
const replacements: readonly [RegExp, string][] = [
  [
    /\( SELECT \(NULLIF\(current_setting\('app\.organisation'::text, true\), ''::text\)\)::uuid AS "nullif"\)/g,
    'callers_organisation()',
  ],
  [/\( SELECT current_setting\('app\.bin'::text, true\) AS current_setting\)/g, `current_setting('app.bin', true)`],
  [
    /\( SELECT NULLIF\(current_setting\('app\.organisation'::text, true\), ''::text\) AS "nullif"\)/g,
    'callers_organisation()::text',
  ],
  [/IN \( SELECT users\.id\s+FROM users\)/g, '= any (visible_users())'],
  [/IN \( SELECT organisations\.id\s+FROM organisations\)/g, '= any (present_organisations())'],
  [
    /IN \( SELECT organisations\.id\s+FROM organisations\s+WHERE organisations\."assistanceSharing"\)/g,
    '= any (sharing_organisations())',
  ],
  [
    /IN \( SELECT organisations\.id\s+FROM organisations\s+WHERE \(organisations\."deletedAt" IS NOT NULL\)\)/g,
    '= any (ending_organisations())',
  ],
];

interface Policy {
  table: string;
  name: string;
  using: string | null;
  check: string | null;
}

/** Gives the policies of the tables on all nodes conditions that need no sub-select. */
export async function rewritePolicies(client: pg.ClientBase): Promise<void> {
  for (const text of functions) await client.query(text);
  const { rows } = await client.query<Policy>(
    `select tablename::text as table, policyname::text as name, qual as using, with_check as check from pg_policies
     where schemaname = 'public' and concat(qual, with_check) like '%SELECT%'`,
  );
  for (const { table, name, using, check } of rows) {
    const clauses = [using && `using (${rewritten(table, using)})`, check && `with check (${rewritten(table, check)})`];
    await client.query(`alter policy "${name}" on "${table}" ${clauses.filter(Boolean).join(' ')}`);
  }
}

function rewritten(table: string, condition: string): string {
  const without = replacements.reduce((text, [from, to]) => text.replace(from, to), condition);
  if (/select/i.test(without)) throw new Error(`A policy of ${table} contains a sub-select: ${without}`);
  return without;
}
