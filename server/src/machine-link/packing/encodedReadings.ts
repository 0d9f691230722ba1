import { sql } from 'kysely';
import { unpacked } from '../../db/unpackedReadings.ts';

const fits = (expression: string) => `${expression} between -32768 and 32767`;

/** As `smallint`; null where it is none, because an aggregate is computed even if it is not chosen. */
const small = (expression: string) => `(case when ${fits(expression)} then ${expression} end)::smallint`;

/** One element where all are the same, otherwise all in their order. */
const shortest = (column: string) => `case when count(distinct ${column}) = case when count(${column}) = 0 then 0 else 1
    end and count(${column}) in (0, count(*)) then (array_agg(${column} order by n))[1:1]
    else array_agg(${column} order by n) end`;

/** An array of whole numbers where they give exactly the values, otherwise null; and the other way round. */
const eitherOf = (isExact: string, whole: string, exact: string) =>
  `case when bool_and(${isExact}) then ${whole} end, case when not bool_and(${isExact}) then ${exact} end`;

const tenths = (column: string) => `round(${column}::float8 * 10)`;
const thousandths = '(round("energyKilowattHours" * 1000) - round("firstEnergy" * 1000))';
const isExactTenths = (column: string) =>
  `coalesce((${tenths(column)} / 10.0::float8)::real = ${column} and ${fits(tenths(column))}, true)`;
const isExactChamber = isExactTenths('"chamberTemperatureCelsius"');
const isExactSet = isExactTenths('"setTemperatureCelsius"');
const isExactEnergy = `round("energyKilowattHours" * 1000) / 1000 = "energyKilowattHours"
  and ${fits(thousandths)}`;
const offset = '(microseconds / 1000 - "firstMilliseconds" - (n - 1) * "everyMilliseconds")';
const isExactOffset = `microseconds % 1000 = 0 and ${fits(offset)}`;

/**
 * SCL-03: the parts before a statement that put the rows of `taken`, readings of one organisation, into the rows of
 * their machines and hours. A reading that is there already, late or repeated, is not stored again.
 */
export const numberedReadings = sql.raw(`hours as (
    select distinct "organisationId", "machineId", date_trunc('hour', at, 'UTC') as hour from taken
  ), every as (
    select distinct on ("machineId", at, "reportId") * from (
      select 0 as rank, packed."organisationId", packed."machineId", packed.hour, known.*
      from hours join "packedReadings" packed using ("organisationId", "machineId", hour),
        ${unpacked('packed')} as known
      union all
      select 1, "organisationId", "machineId", date_trunc('hour', at, 'UTC'), at, "chamberTemperatureCelsius",
        "setTemperatureCelsius", "energyKilowattHours", "doorOpen", step, "saidAt", "reportId" from taken
    ) as either order by "machineId", at, "reportId", rank
  ), numbered as (
    select *, row_number() over in_order as n, (extract(epoch from at - hour) * 1000000)::bigint as microseconds,
      first_value("energyKilowattHours") over in_order as "firstEnergy",
      greatest(0, "energyKilowattHours"::numeric - lag("energyKilowattHours") over in_order::numeric) as used,
      (extract(epoch from min(at) over of_hour - hour) * 1000)::integer as "firstMilliseconds",
      (extract(epoch from max(at) over of_hour - min(at) over of_hour) * 1000 / greatest(1, count(*) over of_hour - 1)
        )::integer as "everyMilliseconds"
    from every window of_hour as (partition by "machineId", hour),
      in_order as (partition by "machineId", hour order by at, "reportId" nulls first)
  )`);

/**
 * The statement after these parts. `"unpackReadings"` (migration 0070) reverses it exactly; where whole numbers would
 * not, the values are stored as they are.
 */
export const insertEncoded =
  sql.raw(`insert into "packedReadings" ("organisationId", "machineId", hour, "firstMilliseconds", "everyMilliseconds",
      "offsets", "exactOffsets", chamber, "exactChamber", "set", "exactSet", "firstEnergy", energy, "exactEnergy",
      "doorOpen", step, "firstAt", "lastAt", "lastEnergy", "usedEnergy", "reportIds", "saidAt")
    select "organisationId", "machineId", hour, min("firstMilliseconds"), min("everyMilliseconds"),
      ${eitherOf(isExactOffset, `array_agg(${small(offset)} order by n)`, 'array_agg(microseconds order by n)')},
      ${eitherOf(
        isExactChamber,
        `array_agg(${small(tenths('"chamberTemperatureCelsius"'))} order by n)`,
        'array_agg("chamberTemperatureCelsius" order by n)',
      )},
      ${eitherOf(
        isExactSet,
        shortest(small(tenths('"setTemperatureCelsius"'))),
        'array_agg("setTemperatureCelsius" order by n)',
      )},
      min("firstEnergy"),
      ${eitherOf(
        isExactEnergy,
        `array_agg(${small(thousandths)} order by n)`,
        'array_agg("energyKilowattHours" order by n)',
      )},
      ${shortest('"doorOpen"')}, ${shortest('step')},
      min(at), max(at), (array_agg("energyKilowattHours" order by n desc))[1], sum(used),
      case when count("reportId") > 0 then array_agg("reportId" order by n) end,
      case when count("saidAt") > 0 then array_agg("saidAt" order by n) end
    from numbered group by "organisationId", "machineId", hour
    on conflict ("organisationId", "machineId", hour) do update set
      ("firstMilliseconds", "everyMilliseconds", "offsets", "exactOffsets", chamber, "exactChamber", "set", "exactSet",
        "firstEnergy", energy, "exactEnergy", "doorOpen", step, "firstAt", "lastAt", "lastEnergy", "usedEnergy",
        "reportIds", "saidAt")
      = row (excluded."firstMilliseconds", excluded."everyMilliseconds", excluded."offsets", excluded."exactOffsets",
        excluded.chamber, excluded."exactChamber", excluded."set", excluded."exactSet", excluded."firstEnergy",
        excluded.energy, excluded."exactEnergy", excluded."doorOpen", excluded.step, excluded."firstAt",
        excluded."lastAt", excluded."lastEnergy", excluded."usedEnergy", excluded."reportIds", excluded."saidAt")`);
