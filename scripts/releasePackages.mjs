// Which packages of the lock file a release contains: those that its parts need when they run.

/** What the archive runs. The page is in it as it was built, and the tests are not. */
export const releasedWorkspaces = ['contract', 'server', 'simulator'];

/**
 * The folders of the packages that these workspaces, and the root, need without what only development needs, as the
 * lock file names them. Of optional ones, which may be of other platforms, all.
 */
export function packagesOf({ packages }, workspaces = releasedWorkspaces) {
  const found = new Set();
  const visit = (folder, names) => {
    for (const name of names) {
      const at = resolvedFrom(packages, folder, name);
      if (at === undefined || found.has(at)) continue;
      found.add(at);
      const one = packages[at].link ? packages[packages[at].resolved] : packages[at];
      visit(packages[at].link ? packages[at].resolved : at, needsOf(one));
    }
  };
  for (const folder of ['', ...workspaces]) visit(folder, needsOf(packages[folder]));
  return [...found].filter((path) => !packages[path].link).sort();
}

function needsOf({ dependencies, optionalDependencies, peerDependencies } = {}) {
  return Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
}

/** As Node looks for a package: in the folder itself, then in each one above. */
function resolvedFrom(packages, folder, name) {
  for (let at = folder; ; at = at.replace(/(^|\/)[^/]*$/, '')) {
    const path = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (packages[path]) return path;
    if (at === '') return undefined;
  }
}
