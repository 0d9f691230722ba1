import { machineCategoryCodes } from '@fournil/contract/machines/catalogue';
import { phaseGroups, phaseGroupsOf } from '@fournil/contract/phases/phaseGroups';
import { phaseViolationsOf } from '@fournil/contract/phases/rules';
import { programLimits } from '@fournil/contract/programs/program';
import { describe, expect, test } from 'vitest';
import { demoPrograms, demoTags } from './programs.ts';

describe('PHA-08 the programs of the demonstration:', () => {
  test.each(demoPrograms.map((program) => [program.name, program] as const))(
    '%s satisfies every phase rule',
    (_name, program) => {
      expect(phaseViolationsOf(program.settings)).toEqual([]);
      expect(phaseGroups.safeParse(phaseGroupsOf(program.settings)).success).toBe(true);
    },
  );

  test('PRG-02 their names are unique and their texts within the limits', () => {
    expect(new Set(demoPrograms.map((program) => program.name)).size).toBe(demoPrograms.length);
    for (const { name, description, tags } of demoPrograms) {
      expect(name.length).toBeLessThanOrEqual(programLimits.name);
      expect(description.length).toBeLessThanOrEqual(programLimits.description);
      expect(tags.length).toBeLessThanOrEqual(programLimits.tags);
      expect(new Set(tags).size).toBe(tags.length);
    }
  });

  test('PRG-02 their tags are those of the demonstration', () => {
    const known = demoTags.map((tag) => tag.name);
    expect(demoPrograms.flatMap((program) => program.tags).filter((tag) => !known.includes(tag))).toEqual([]);
  });

  test('there are several for each category, and some wait for approval', () => {
    expect(demoPrograms.length).toBeGreaterThanOrEqual(28);
    for (const category of machineCategoryCodes) {
      expect(demoPrograms.filter((program) => program.category === category).length).toBeGreaterThanOrEqual(3);
    }
    expect(demoPrograms.filter((program) => !program.approved)).toHaveLength(4);
  });
});
