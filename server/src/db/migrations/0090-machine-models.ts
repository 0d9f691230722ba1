import { seedModels } from '@fournil/contract/machines/catalogue';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { open } from './protect.ts';

/** MKR-05: the maker's models, which were written in the code before. The seed is what was there. */
export const machineModels: Migration = {
  async up(db) {
    await sql`create table "machineModels" (
      code text primary key, name text not null, category text not null, format jsonb not null, type text not null,
        capacity jsonb not null, "energyKilowatts" double precision not null,
        "steamTankCentilitres" integer not null, "hardwareRevisions" text[] not null default '{}',
        retired boolean not null default false,
      "createdAt" timestamptz not null default now(), "updatedAt" timestamptz not null default now(),
        version integer not null default 1
    )`.execute(db);
    for (const { code, name, category, format, type, capacity, energyKilowatts, steamTankCentilitres } of seedModels)
      await sql`insert into "machineModels"
          (code, name, category, format, type, capacity, "energyKilowatts", "steamTankCentilitres")
        values (${code}, ${name}, ${category}, ${JSON.stringify(format)}::jsonb, ${type},
          ${JSON.stringify(capacity)}::jsonb, ${energyKilowatts}, ${steamTankCentilitres})`.execute(db);
    // Last: the owner is no superuser everywhere, and these rules hold for the owner too.
    await open(db, 'machineModels', 'app', 'select');
    await open(db, 'machineModels', 'link', 'select');
    await open(db, 'machineModels', 'staff', 'all');
  },
};
