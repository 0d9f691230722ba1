import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type GivenMenu, type MenuPlace, menusByPlace, menusOf, type PlacedMachine, programsOf } from './holding.ts';

const oven: PlacedMachine = {
  id: 'oven',
  category: 'deck',
  structureIds: ['shop', 'city', 'chain'],
  zone: 'Europe/Paris',
  steamTankCentilitres: 90,
};
const structure = (id: string): MenuPlace => ({ kind: 'structure', id });
const menu = (id: string, places: MenuPlace[], more: Partial<GivenMenu> = {}): GivenMenu => ({
  id,
  category: 'deck',
  season: null,
  additions: null,
  programIds: [`${id}1`, `${id}2`],
  places,
  ...more,
});
const winter = { from: '2026-12-01', until: '2026-12-31', everyYear: false };
const advent = { from: '2026-12-10', until: '2026-12-24', everyYear: false };
const dry = { waterCentilitres: 0 };
const programs = (...ids: string[]) => new Map(ids.map((id) => [id, dry]));
const noon = (date: string) => Date.parse(`${date}T12:00:00Z`);
const november = noon('2026-11-20');
const namesOf = (menus: GivenMenu[], at = november) =>
  menusOf(oven, menusByPlace(menus), at).menus.map(({ menu: { id }, isOn }) => (isOn ? id : `(${id})`));

describe('MNU-01 the menus of a machine', () => {
  it.each([
    ['of its shop before those above it', [menu('c', [structure('chain')]), menu('s', [structure('shop')])], ['s']],
    ['of its city where the shop has none', [menu('c', [structure('chain')]), menu('y', [structure('city')])], ['y']],
    [
      'given to itself before all others',
      [menu('s', [structure('shop')]), menu('o', [{ kind: 'machine', id: 'oven' }])],
      ['o'],
    ],
    ['of no other shop', [menu('e', [structure('elsewhere')]), menu('m', [{ kind: 'machine', id: 'other' }])], []],
    ['of no other category', [menu('p', [structure('shop')], { category: 'pizza' })], []],
    [
      'that was created last, of two equally near ones',
      [menu('a', [structure('shop')]), menu('b', [structure('shop')])],
      ['b'],
    ],
  ])('are the standing one %s', (_, menus, expected) => {
    expect(namesOf(menus)).toEqual(expected);
    expect(namesOf(menus.toReversed())).toEqual(expected);
  });

  it('are the seasonal ones on top of the standing one: the nearer first, then the one that began later', () => {
    const all = [
      menu('s', [structure('city')]),
      menu('w', [structure('chain')], { season: winter }),
      menu('a', [structure('chain')], { season: advent }),
      menu('n', [structure('shop')], { season: { ...winter, until: '2026-12-28' } }),
    ];
    expect(namesOf(all, noon('2026-12-15'))).toEqual(['n', 'a', 'w', 's']);
    expect(namesOf(all, noon('2026-12-05'))).toEqual(['n', 'w', 's', '(a)']);
    expect(namesOf(all, noon('2026-12-30'))).toEqual(['w', 's']);
    expect(namesOf(all, noon('2027-02-01'))).toEqual(['s']);
    expect(menusOf(oven, menusByPlace(all), noon('2026-12-05')).changesAt).toBe(Date.parse('2026-12-09T23:00:00Z'));
    expect(menusOf(oven, menusByPlace(all), noon('2027-02-01')).changesAt).toBe(null);
  });
});

describe('MNU-03 the revision of a menu that is being rolled out', () => {
  const says = { season: null, additions: 2, programIds: ['new'], revision: 2 };
  const on = (...ids: string[]) => new Map(ids.map((id) => [id, says]));
  const followed = (menus: GivenMenu[], machine = oven) =>
    menusOf(machine, menusByPlace(menus), november).menus.map(({ menu: one }) => [one.id, ...one.programIds]);

  it('is followed by the machines that were given it, the approved one by the others', () => {
    const given = menu('s', [structure('shop')], { saysOn: on('oven') });
    expect(followed([given])).toEqual([['s', 'new']]);
    expect(followed([given], { ...oven, id: 'other' })).toEqual([['s', 's1', 's2']]);
  });

  it('is followed by nobody else while none is approved, and stands where the menu stands', () => {
    const first = menu('s', [structure('shop')], { saysOn: on('oven'), isApproved: false });
    const chain = menu('c', [structure('chain')]);
    expect(followed([first, chain])).toEqual([['s', 'new']]);
    expect(followed([first, chain], { ...oven, id: 'other' })).toEqual([['c', 'c1', 'c2']]);
    expect(followed([first, chain], { ...oven, structureIds: ['chain'] })).toEqual([['c', 'c1', 'c2']]);
  });

  it('may have a season where the approved one has none', () => {
    const seasonal = { ...says, season: winter };
    const given = menu('s', [structure('shop')], { saysOn: new Map([['oven', seasonal]]) });
    expect(namesOf([given])).toEqual(['(s)']);
    expect(namesOf([given], noon('2026-12-15'))).toEqual(['s']);
  });
});

describe('MNU-01 the programs of a machine', () => {
  const list = (
    menus: GivenMenu[],
    options: { byHand?: string[]; room?: number; known?: Map<string, typeof dry>; at?: number } = {},
  ) => {
    const known = options.known ?? programs('w1', 's1', 's2', 'x');
    return programsOf(
      oven,
      menusOf(oven, menusByPlace(menus), options.at ?? noon('2026-12-15')).menus,
      known,
      options.byHand ?? [],
      options.room ?? 100,
    );
  };
  const seasonal = menu('w', [structure('chain')], { season: winter, programIds: ['w1', 's2'] });
  const standing = menu('s', [structure('shop')], { programIds: ['s1', 's2'] });

  it('are those of its menus in their order, each once, from the first menu that has it', () => {
    const names = (at?: number) => list([standing, seasonal], at === undefined ? {} : { at }).programs;
    expect(names()).toEqual([
      { programId: 'w1', menuId: 'w' },
      { programId: 's2', menuId: 'w' },
      { programId: 's1', menuId: 's' },
    ]);
    expect(names(november)).toEqual([
      { programId: 's1', menuId: 's' },
      { programId: 's2', menuId: 's' },
    ]);
  });

  it.each([
    ['is deleted', 'deleted', oven, new Map<string, typeof dry>()],
    ['needs more water than its tank has', 'tankTooSmall', oven, new Map([['x', { waterCentilitres: 91 }]])],
    [
      'needs water, which it has not',
      'noSteam',
      { ...oven, steamTankCentilitres: 0 },
      new Map([['x', { waterCentilitres: 2 }]]),
    ],
  ])('do not include one that %s', (_, reason, machine, known) => {
    const one = menu('s', [structure('shop')], { programIds: ['x'] });
    expect(programsOf(machine, menusOf(machine, menusByPlace([one]), november).menus, known, [], 100)).toEqual({
      programs: [],
      missing: [{ programId: 'x', menuId: 's', reason }],
    });
    // Nothing is known about a machine without a model, so nothing is refused.
    expect(
      programsOf(
        { ...machine, steamTankCentilitres: null },
        menusOf(machine, menusByPlace([one]), november).menus,
        known,
        [],
        100,
      ).missing,
    ).toHaveLength(reason === 'deleted' ? 1 : 0);
  });

  it('leave what was added by hand, and take only the places that are left', () => {
    const { programs: found, missing } = list([standing, seasonal], { byHand: ['h1', 's1'], room: 3 });
    expect(found.map(({ programId }) => programId)).toEqual(['w1', 's1']);
    expect(missing).toEqual([{ programId: 's2', menuId: 'w', reason: 'full' }]);
  });

  it('are the same whatever the order in which menus and places are stored', () => {
    const places = fc.uniqueArray(fc.constantFrom('shop', 'city', 'chain', 'elsewhere'), { maxLength: 3 });
    const seasons = fc.constantFrom(null, winter, advent, { ...winter, everyYear: true });
    const menus = fc
      .array(fc.tuple(places, seasons, fc.uniqueArray(fc.constantFrom('p1', 'p2', 'p3', 'p4'), { minLength: 1 })), {
        maxLength: 5,
      })
      .map((all) =>
        all.map(([ids, season, programIds], index) => menu(`m${index}`, ids.map(structure), { season, programIds })),
      );
    const dates = fc.constantFrom('2026-11-20', '2026-12-05', '2026-12-15', '2027-01-02', '2028-12-12');
    fc.assert(
      fc.property(menus, dates, fc.integer({ min: 0, max: 5 }), (all, date, turns) => {
        const known = programs('p1', 'p2', 'p3');
        const held = (given: GivenMenu[]) =>
          programsOf(oven, menusOf(oven, menusByPlace(given), noon(date)).menus, known, ['p2', 'h'], 4);
        const turned = [...all.slice(turns), ...all.slice(0, turns)].map((one) => ({
          ...one,
          places: one.places.toReversed(),
        }));
        const found = held(all);
        expect(held(turned)).toEqual(found);
        expect(new Set(found.programs.map(({ programId }) => programId)).size).toBe(found.programs.length);
      }),
    );
  });
});
