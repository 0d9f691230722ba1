import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../../../', import.meta.url));
/** The last commit of version 0.1.0. The next release names its predecessor here. */
const formerCommit = 'cc32ad37';
const packages = ['contract', 'server'];

/**
 * The server of the former version, or of another commit, as a folder of its own with the installed packages; null
 * where the history is not there (a shallow clone, or no git).
 */
export function findFormerVersion(commit = formerCommit): { main: string; folder: string } | null {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: project, maxBuffer: 256 * 1024 * 1024 });
  if (git('cat-file', '-e', `${commit}^{commit}`).status !== 0) return null;
  const folder = mkdtempSync(join(tmpdir(), 'fournil-former-'));
  const { stdout } = git('archive', commit, 'package.json', ...packages);
  execFileSync('tar', ['-x', '-C', folder], { input: stdout });
  link(join(project, 'node_modules'), join(folder, 'node_modules'), '@fournil');
  mkdirSync(join(folder, 'node_modules', '@fournil'));
  for (const name of packages) {
    symlinkSync(join(folder, name), join(folder, 'node_modules', '@fournil', name));
    link(join(project, name, 'node_modules'), join(folder, name, 'node_modules'));
  }
  return { main: join(folder, 'server', 'src', 'main.ts'), folder };
}

/** Links every installed package but one. */
function link(from: string, to: string, except?: string): void {
  const names = existsSync(from) ? readdirSync(from) : [];
  mkdirSync(to, { recursive: true });
  for (const name of names) if (name !== except) symlinkSync(join(from, name), join(to, name));
}
