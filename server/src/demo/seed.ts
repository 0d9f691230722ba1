import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { seedModelByCode } from '@fournil/contract/machines/catalogue';
import { phaseGroupsOf } from '@fournil/contract/phases/phaseGroups';
import { createAccount, createOrganisation, hashPassword } from '../accounts/index.ts';
import { makeFolder } from '../base/makeFolder.ts';
import { replaceFile } from '../base/replaceFile.ts';
import { gateScope } from '../db/database.ts';
import { findMember } from '../identity/index.ts';
import type { Member } from '../kit/caller.ts';
import { inContext } from '../kit/context.ts';
import type { Services } from '../kit/services.ts';
import { createMachine, installOn, openPairing } from '../machines/index.ts';
import { createMenu } from '../menus/index.ts';
import { makeProgram } from '../programs/index.ts';
import { addRecord } from '../resources/index.ts';
import { createStructure } from '../structures/index.ts';
import { tagResource } from '../tags/index.ts';
import { createTemplate, giveTemplate } from '../users/index.ts';
import { type DemoOrganisation, demoPassword, epi, levain, staff } from './levain.ts';
import { fillLibraries } from './library.ts';
import { demoPrograms, demoTags } from './programs.ts';
import { seedVersions } from './versions.ts';

/** The data that the simulated ovens need, and the machines to approve and fill once they have paired. */
export interface DemoFleet {
  ovens: {
    serialNumber: string;
    pin: string;
    model: string;
    timezone: string;
    softwareVersion: string;
    /** Its baker changes a program (MNU-02). */
    isChanged?: boolean;
  }[];
  machines: { machineId: string; admin: string; approve: boolean }[];
  commissioned: boolean;
}

export function fleetFile(dataDir: string): string {
  return join(dataDir, 'demo-fleet.json');
}

export async function readFleet(dataDir: string): Promise<DemoFleet | null> {
  const text = await readFile(fleetFile(dataDir), 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as DemoFleet);
}

export async function writeFleet(dataDir: string, fleet: DemoFleet): Promise<void> {
  await makeFolder(dataDir);
  await replaceFile(fleetFile(dataDir), JSON.stringify(fleet, null, 1), 0o600);
}

/**
 * Creates the demonstration's data, once, by the same actions that people use. Returns the fleet, also on later
 * starts.
 */
export async function seedDemo(services: Services): Promise<DemoFleet> {
  const known = await readFleet(services.config.dataDir);
  if (known) return known;
  if (await findMember(services, 'admin@levain.test')) return { ovens: [], machines: [], commissioned: true };
  const passwordHash = await hashPassword(demoPassword);
  const fleet: DemoFleet = { ovens: [], machines: [], commissioned: false };
  await services.db.as(gateScope, async (trx) => {
    for (const { address, ...person } of staff) {
      await createAccount(services, trx, {
        ...person,
        ...address,
        organisationId: null,
        passwordHash,
        timezone: 'Europe/Paris',
        emailVerified: true,
      });
    }
    for (const organisation of [levain, epi]) {
      const organisationId = await createOrganisation(trx, organisation.name);
      for (const { structure: _, template: __, address, ...person } of organisation.people) {
        await createAccount(services, trx, {
          ...person,
          ...address,
          organisationId,
          passwordHash,
          timezone: 'Europe/Paris',
          emailVerified: true,
          isEuroFourControl: organisation === levain,
        });
      }
    }
  });
  const avatars = await fillLibraries(services);
  await seedVersions(services);
  for (const organisation of [levain, epi]) await fill(services, organisation, avatars, fleet);
  await writeFleet(services.config.dataDir, fleet);
  return fleet;
}

async function fill(
  services: Services,
  organisation: DemoOrganisation,
  avatars: ReadonlyMap<string, string>,
  fleet: DemoFleet,
): Promise<void> {
  const members = await Promise.all(
    organisation.people.map(async ({ email }) => (await findMember(services, email)) as Member),
  );
  const [admin, author = admin] = members;
  if (!admin || !author) throw new Error('the demo has no admin');
  await giveTemplates(services, admin, organisation, members);
  const structures = await makeStructures(services, admin, organisation, members);
  const programs = await makePrograms(services, admin, author, organisation, avatars);
  await giveMenus(services, admin, organisation, structures, programs);
  for (const { name, model, structure, state, isChanged } of organisation.machines) {
    const category = seedModelByCode(model)?.category ?? 'deck';
    const serialNumber = serialOf(name + organisation.name);
    const pin = String(1000 + (Number.parseInt(hex(serialNumber).slice(0, 6), 16) % 9000));
    const entered = {
      name,
      description: null,
      serialNumber,
      pin,
      category,
      model,
      structure: structures.get(structure ?? '') ?? null,
    };
    const machine = await inContext(services, admin, (context) => createMachine(context, entered));
    const fitting = programs.filter((program) => program.category === category);
    const hasMenus = organisation.menus.some((menu) => menu.category === category);
    const count = hasMenus ? 1 : 3 + (Number.parseInt(hex(name).slice(0, 2), 16) % 6);
    const start = Number.parseInt(hex(name).slice(2, 4), 16) % Math.max(1, fitting.length);
    const chosenPrograms = [...fitting.slice(start), ...fitting.slice(0, start)].slice(0, count);
    if (state !== 'entered' && chosenPrograms.length > 0)
      await inContext(services, admin, (context) =>
        installOn(
          context,
          [machine.id],
          chosenPrograms.map((program) => program.id),
        ),
      );
    if (state === 'entered') continue;
    await inContext(services, admin, (context) => openPairing(context, machine.id, { address: '127.0.0.1' }));
    const plate = { serialNumber, pin, model, timezone: 'Europe/Paris', softwareVersion: versionOf(serialNumber) };
    fleet.ovens.push({ ...plate, ...(isChanged ? { isChanged } : {}) });
    fleet.machines.push({ machineId: machine.id, admin: admin.email, approve: state === 'fleet' });
  }
}

async function giveTemplates(
  services: Services,
  admin: Member,
  { templates, people }: DemoOrganisation,
  members: Member[],
): Promise<void> {
  await inContext(services, admin, async (context) => {
    for (const { rights, ...input } of templates) {
      const made = await createTemplate(context, { ...input, rights: [...rights] });
      const theirs = members.filter((_, index) => people[index]?.template === input.name);
      for (const { userId } of theirs) await giveTemplate(context, userId, { template: made?.id ?? null });
    }
  });
}

async function giveMenus(
  services: Services,
  admin: Member,
  { menus }: DemoOrganisation,
  structures: ReadonlyMap<string, string>,
  programs: readonly { id: string; name: string }[],
): Promise<void> {
  for (const { structure, programs: names, ...menu } of menus)
    await inContext(services, admin, (context) =>
      createMenu(context, {
        ...menu,
        programs: names.flatMap((name) => programs.find((program) => program.name === name)?.id ?? []),
        places: [{ kind: 'structure', id: structures.get(structure) ?? '' }],
        approved: true,
      }),
    );
}

/** A person who is assigned to a structure is in charge of it as well. */
async function makeStructures(
  services: Services,
  admin: Member,
  organisation: DemoOrganisation,
  members: Member[],
): Promise<Map<string, string>> {
  return inContext(services, admin, async (context) => {
    const ids = new Map<string, string>();
    for (const [name, parent] of organisation.structures) {
      const member = members[organisation.people.findIndex(({ structure }) => structure === name)];
      const made = await createStructure(context, {
        name,
        parent: ids.get(parent ?? '') ?? null,
        timezone: parent === null ? 'Europe/Paris' : null,
        userInCharge: member?.userId ?? null,
        relatedUsers: member ? [member.userId] : [],
        hours: organisation.hours[name]?.(services.now()),
      });
      if (made) ids.set(name, made.id);
    }
    return ids;
  });
}

async function makePrograms(
  services: Services,
  admin: Member,
  author: Member,
  organisation: DemoOrganisation,
  avatars: ReadonlyMap<string, string>,
) {
  const tags = new Map<string, string>();
  for (const tag of demoTags)
    tags.set(tag.name, await inContext(services, admin, (context) => addRecord(context, tagResource, tag)));
  const wantedPrograms =
    organisation.programs === 'all'
      ? demoPrograms
      : demoPrograms.filter((program) => program.approved).slice(0, organisation.programs);
  const programs: { id: string; name: string; category: string }[] = [];
  for (const [index, { settings, tags: names, ...program }] of wantedPrograms.entries()) {
    const by = program.approved && index % 3 !== 0 ? admin : author;
    const tagIds = names.flatMap((name) => tags.get(name) ?? []);
    const input = {
      ...program,
      avatar: avatars.get(program.name) ?? null,
      tags: tagIds,
      phaseGroups: phaseGroupsOf(settings),
    };
    programs.push({
      ...program,
      id: await inContext(services, by, (context) => makeProgram(context, input, 'creation')),
    });
  }
  return programs;
}

function hex(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function serialOf(text: string): string {
  const digits = String(Number.parseInt(hex(text).slice(0, 10), 16))
    .padStart(8, '0')
    .slice(0, 8);
  return `FS-${digits.slice(0, 4)}-${digits.slice(4)}`;
}

function versionOf(serial: string): string {
  return ['4.2.1', '4.2.1', '4.2.1', '4.2.0', '4.1.6'][Number.parseInt(hex(serial).slice(0, 4), 16) % 5] ?? '4.2.1';
}
