import { imageAddressParts } from '@fournil/contract/images/images';
import { iri } from '@fournil/contract/kit/addresses';
import type { Language } from '@fournil/contract/kit/words';
import { machineLimits } from '@fournil/contract/machines/machine';
import { can } from '@fournil/contract/rights/policy';
import { type Expression, type RawBuilder, sql } from 'kysely';
import {
  type Json,
  jsonFields,
  jsonOf,
  jsonOfArray,
  jsonOfCode,
  jsonOfCodeOrNull,
  jsonOfInstant,
  jsonOfInstantOrNull,
  jsonOfObject,
  jsonOfPlain,
  jsonOfText,
  jsonWritten,
  type Sql,
  sqlOf,
} from '../db/jsonText.ts';
import type { Member } from '../kit/caller.ts';
import { movingJson } from './movingJson.ts';

/** What a reader's rights and language change in the JSON of a machine. */
interface Reader {
  language: Language;
  seesMachines: boolean;
  seesPrograms: boolean;
  seesUnapproved: boolean;
}

/**
 * SCL-05: these machines as `machineView`, written by PostgreSQL: `json` for each, with its `place` among these ids.
 * A person who may only pick a machine (decision 0020) gets name, category and structure.
 */
export function machinesAsJson(member: Member, now: Date, ids: Expression<unknown>): RawBuilder<unknown> {
  return sql`${asked(member, now)}, page as materialized (
      select * from unnest(array(${ids})) with ordinality as page (id, place)
    )${sql.raw(statementFor('page', member))}`;
}

/** The `json` of the one machine for which `condition` holds, in a statement that begins sooner. */
export function machineAsJson(member: Member, now: Date, condition: Expression<boolean>): RawBuilder<{ json: string }> {
  return sql`${asked(member, now)}${sql.raw(statementFor('one', member))} where ${condition}`;
}

function asked(member: Member, now: Date): RawBuilder<unknown> {
  return sql`with asked as (select ${now}::timestamptz as now, ${member.userId}::uuid as "readerId")`;
}

const forms = { page: ofPage, one: ofOne };
const statements = new Map<string, Sql>();

/** What follows `asked`; made once for each kind of reader. */
function statementFor(form: keyof typeof forms, member: Member): Sql {
  const reader: Reader = {
    language: member.language,
    seesMachines: can(member, 'machines.show'),
    seesPrograms: can(member, 'programs.show'),
    seesUnapproved: can(member, 'programs.seeUnapproved'),
  };
  const kind = [form, ...Object.values(reader)].join();
  const known = statements.get(kind) ?? forms[form](reader);
  statements.set(kind, known);
  return known;
}

/**
 * What is the same for many machines is one object, in which each looks up its own: joined, it would add ten nodes to
 * the plan, which a statement pays for each time it begins.
 */
const pictures = `, pictures as materialized (
  select coalesce(jsonb_object_agg("machineCode", "pictureId"), '{}') as "byCode" from "machineImages"
)`;

function ofPage(reader: Reader): Sql {
  if (!reader.seesMachines)
    return `${pictures}${modelsIn(reader.language)} select page.place, ${sqlOf(jsonOfMachine(reader, noPrograms))} as json from ${besides('page')}`;
  // All programs of a machine from an index alone. Those that are shown are few on a page, each on many machines.
  return `${pictures}${modelsIn(reader.language)}, held as materialized (
      select page.*, array(
        select "programId" from installations where installations."machineId" = page.id order by position
      ) as "programIds"
      from page
    ), shown as materialized (
      select coalesce(jsonb_object_agg(programs.id, ${sqlOf(jsonOfProgram(reader))}), '{}') as "byId"
      from asked cross join programs
      where programs.id = any(array(select unnest("programIds"[1:${machineLimits.programsInList}]) from held))
    )
    select page.place, ${sqlOf(jsonOfMachine(reader, programsOfPage))} as json
    from ${besides('held as page')}`;
}

function ofOne(reader: Reader): Sql {
  const isOnMachine =
    'installations."machineId" = machines.id and installations."organisationId" = machines."organisationId"';
  const programs = {
    first: `(select string_agg(json, ',' order by position) from (
      select position, ${sqlOf(jsonOfProgram(reader))} as json
      from installations join programs on programs.id = installations."programId"
        and programs."organisationId" = installations."organisationId"
      where ${isOnMachine} order by position limit ${machineLimits.programsInList}
    ) as shown)`,
    count: `(select count(*) from installations where ${isOnMachine})`,
  };
  const machine = sqlOf(jsonOfMachine(reader, reader.seesMachines ? programs : noPrograms));
  return `${pictures}${modelsIn(reader.language)} select ${machine} as json
    from asked cross join machines
    join "machineStates" on "machineStates"."machineId" = machines.id
      and "machineStates"."organisationId" = machines."organisationId"
    left join structures on structures.id = machines."structureId"
      and structures."organisationId" = machines."organisationId"`;
}

/**
 * These rows, called `page`, with what lies beside them. With `limit`, machines are found by their ids, and never by
 * reading those of the whole organisation.
 */
const besides = (page: Sql) => `${page} cross join asked
  cross join lateral (select * from machines where machines.id = page.id limit 1) as machines
  cross join lateral (
    select * from "machineStates" where "machineStates"."machineId" = page.id limit 1
  ) as "machineStates"
  left join structures on structures.id = machines."structureId"`;

/** The first programs on a machine as one text with commas between them, or null, and how many there are in all. */
interface Programs {
  first: Sql;
  count: Sql;
}

const firstOfPage = Array.from(
  { length: machineLimits.programsInList },
  (_, index) => `(select "byId" from shown) ->> page."programIds"[${index + 1}]::text`,
);
const programsOfPage: Programs = {
  first: `concat_ws(',', ${firstOfPage.join(', ')})`,
  count: 'cardinality(page."programIds")',
};
const noPrograms: Programs = { first: 'null', count: '0' };

function jsonOfMachine(reader: Reader, programs: Programs): Json {
  return jsonOfObject(
    {
      '@id': jsonOfCode('machines.id', iri('machines', '')),
      '@type': jsonOf('Machine'),
      id: jsonOfCode('machines.id'),
      name: jsonOfText('machines.name'),
      category: jsonOfCode('machines.category'),
    },
    modelJson,
    {
      // MAC-04: the maker's picture of this model, else of this category.
      avatar: jsonOfText(`case when ${pictureOf('model')} is not null then machines.model
        when ${pictureOf('category')} is not null then machines.category end`),
      imageUrl: jsonOfCodeOrNull(`coalesce(${pictureOf('model')}, ${pictureOf('category')})`, ...imageAddressParts),
      structure: jsonOfCodeOrNull(
        'case when structures.name is not null then machines."structureId" end',
        iri('structures', ''),
      ),
      structureName: jsonOfText('structures.name'),
      active: jsonOfPlain('machines.active'),
      approved: jsonOfPlain('machines.approved'),
      createdAt: jsonOfInstant('machines."createdAt"'),
      updatedAt: jsonOfInstant('machines."updatedAt"'),
      version: jsonOfPlain('machines.version'),
    },
    reader.seesMachines ? shownTo(reader, programs) : hidden,
  );
}

function pictureOf(what: 'model' | 'category'): Sql {
  return `(select "byCode" from pictures) ->> machines.${what}`;
}

const unknownModel = jsonFields({
  model: jsonOfText('machines.model'),
  format: jsonOf(null),
  type: jsonOf(null),
  specifications: jsonOf(null),
});
/** Name, size, kind and specifications of a model, in the reader's language; of an unknown one its code. */
const modelJson = jsonWritten(`coalesce((select "byCode" from models) ->> machines.model, ${sqlOf(unknownModel)})`);

/** The same for each model, as one object, like the pictures. */
function modelsIn(language: Language): Sql {
  const words = (column: string) => `"machineModels".${column} ->> '${language.toLowerCase()}'`;
  const fields = jsonFields({
    model: jsonOfText('"machineModels".name'),
    format: jsonOfText(words('format')),
    type: jsonOfCode('"machineModels".type'),
    specifications: jsonOfObject({
      capacity: jsonOfText(words('capacity')),
      energyKilowatts: jsonOfPlain('"machineModels"."energyKilowatts"'),
      steamTankCentilitres: jsonOfPlain('"machineModels"."steamTankCentilitres"'),
    }),
  });
  return `, models as materialized (
    select coalesce(jsonb_object_agg(code, ${sqlOf(fields)}), '{}') as "byCode" from "machineModels"
  )`;
}

function shownTo({ seesPrograms }: Reader, programs: Programs): Json {
  return jsonFields({
    description: jsonOfText('machines.description'),
    serialNumber: jsonOfText('machines."serialNumber"'),
    softwareVersion: jsonOfText('machines."softwareVersion"'),
    timezone: jsonOfText('machines.timezone'),
    ownTimezone: jsonOfText('machines."ownTimezone"'),
    pairing,
    ...movingJson(seesPrograms),
    programs: jsonOfArray(programs.first),
    programCount: jsonOfPlain(programs.count),
  });
}

const isOpen = 'machines."pairedAt" is null and machines."pairingOpenUntil" > asked.now';
const isLost = 'machines."pairedAt" is null and machines."certificateFingerprint" is not null';
const pairing = jsonOfObject({
  state: jsonOfCode(
    `case when machines."pairedAt" is not null then 'paired' when ${isOpen} then 'windowOpen' else 'notPaired' end`,
  ),
  openUntil: jsonOfInstantOrNull(`case when ${isOpen} then machines."pairingOpenUntil" end`),
  pairedAt: jsonOfInstantOrNull('machines."pairedAt"'),
  isLost: jsonOfPlain(isLost),
});

/** PRG-03: a program that the reader may not see has no name. */
function jsonOfProgram({ seesUnapproved }: Reader): Json {
  const isWriter = 'asked."readerId" in (programs."createdById", programs."editedById")';
  const restricted = seesUnapproved ? 'false' : `(not programs.approved and (${isWriter}) is not true)`;
  return jsonOfObject({
    id: jsonOfCode('programs.id'),
    name: jsonOfText(seesUnapproved ? 'programs.name' : `case when not ${restricted} then programs.name end`),
    approved: jsonOfPlain('programs.approved'),
    restricted: jsonOfPlain(restricted),
  });
}

const hidden = jsonFields({
  description: jsonOf(null),
  serialNumber: jsonOf(''),
  softwareVersion: jsonOf(null),
  timezone: jsonOf(null),
  ownTimezone: jsonOf(null),
  pairing: jsonOf({ state: 'notPaired', openUntil: null, pairedAt: null, isLost: false }),
  connection: jsonOf({ connected: false, since: null, twoPlacesAt: null }),
  now: jsonOf({
    occupation: 'off',
    since: null,
    at: null,
    program: null,
    chamberTemperatureCelsius: null,
    setTemperatureCelsius: null,
    doorOpen: null,
    mode: null,
  }),
  lastError: jsonOf(null),
  openErrorCount: jsonOf(0),
  programs: jsonOf([]),
  programCount: jsonOf(0),
});
