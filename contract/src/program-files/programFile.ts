import { z } from 'zod';
import { requiredText } from '../kit/text.ts';
import { rule } from '../kit/validation.ts';
import { phaseGroups } from '../phases/phaseGroups.ts';
import { programCategory, programIdentification, programLimits } from '../programs/program.ts';

/** PRG-04. Limits of one import, in bytes and counts; the largest valid program takes a quarter of `fileBytes`. */
export const programFileLimits = {
  fileBytes: 65_536,
  files: 100,
  requestBytes: 3_000_000,
  tagName: 255,
  avatarName: 100,
} as const;
export const programFileExtension = '.prog';
export const programFileVersion = 1;

/** The content of a `.prog` file: a program without the fields that belong to one console (id, approval, history). */
export const programInFile = z.strictObject({
  name: programIdentification.shape.name,
  description: programIdentification.shape.description,
  /** °C, seconds, percent and centilitres, as on every wire. */
  category: programCategory,
  /** By name, because another console has tags of its own. */
  tags: z
    .array(requiredText(programFileLimits.tagName))
    .max(programLimits.tags)
    .refine(
      (tags) => new Set(tags.map((tag) => tag.toLowerCase())).size === tags.length,
      rule('custom.validation.unique'),
    ),
  /** The name of a picture in the maker's library; a console without it shows the program's drawing. */
  avatar: requiredText(programFileLimits.avatarName).optional(),
  phaseGroups,
});
export type ProgramInFile = z.output<typeof programInFile>;

/**
 * A `.prog` file is JSON. `checksum` is the SHA-256 of `canonicalProgramText(program)` in hexadecimal; `version`
 * increases with every change that an older reader would misread.
 */
export const programFile = z.strictObject({
  format: z.literal('fournil-program'),
  version: z.literal(programFileVersion),
  checksum: z.string().regex(/^[0-9a-f]{64}$/),
  program: programInFile,
});

/** The canonical text of a program in a file: JSON without white space, keys in alphabetical order at every depth. */
export function canonicalProgramText(program: unknown): string {
  return JSON.stringify(program, (_key, value: unknown) => {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** The JSON Schema of the format, for other programs that write such files: GET `programs/prog.schema.json`. */
export function programFileSchema(address: string): Record<string, unknown> {
  return {
    ...z.toJSONSchema(programFile, { io: 'input', unrepresentable: 'any' }),
    $id: address,
    title: 'Program of an oven (.prog)',
  };
}

const importedFile = z.strictObject({
  name: z.string().max(255),
  content: z.string().max(programFileLimits.fileBytes),
});

/** POST `programs/import` and `programs/import/preview`. */
export const programImport = z.strictObject({ files: z.array(importedFile).min(1).max(programFileLimits.files) });
export type ProgramImport = z.input<typeof programImport>;

/**
 * The program that one file would create, or why it is refused: line (from 1), field and rule in the reader's
 * language.
 */
export const importedProgram = z.object({
  file: z.string(),
  program: z
    .object({
      id: z.string().nullable(),
      name: z.string(),
      category: z.string(),
      totalSeconds: z.int(),
      tags: z.array(z.object({ name: z.string(), isNew: z.boolean(), isLeftOut: z.boolean() })),
      phaseGroups: z.array(z.unknown()),
      /** A program of this name exists already. */
      nameIsTaken: z.boolean(),
    })
    .nullable(),
  problems: z.array(z.object({ line: z.int().nullable(), path: z.string(), reason: z.string() })),
});
export type ImportedProgram = z.infer<typeof importedProgram>;

export const programImportResult = z.object({ imported: z.int(), refused: z.int(), files: z.array(importedProgram) });
export type ProgramImportResult = z.infer<typeof programImportResult>;
