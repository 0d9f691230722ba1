const possibleName = /^[a-z]+\/[a-zA-Z0-9][a-zA-Z0-9_-]*(\.[a-zA-Z0-9_-]+)*$/;

/** A name cannot lead out of the store: one folder, one file, dots only within the file's name. */
export function checkName(name: string): string {
  if (name.length > 200 || !possibleName.test(name)) throw new Error('not the name of a stored file');
  return name;
}
