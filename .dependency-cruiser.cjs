/** Which file may import which: see ARCHITECTURE.md. Each rule says why it is there. */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Files that import each other, types included, cannot be understood one at a time.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      comment: 'An import that leads nowhere.',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\?url$|virtual:|\\.css$' },
    },
    {
      name: 'contract-stands-alone',
      severity: 'error',
      comment: 'Packages meet in the contract: it knows none of them.',
      from: { path: '^contract/' },
      to: { path: '^(server|web|simulator|e2e)/' },
    },
    {
      name: 'contract-is-pure',
      severity: 'error',
      comment: 'It runs in browsers, servers and ovens alike: zod and nothing else.',
      from: { path: '^contract/src', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['npm', 'core'], pathNot: 'node_modules/zod' },
    },
    {
      name: 'packages-meet-in-the-contract',
      severity: 'error',
      comment: 'Server, page and simulator know each other by the contract only.',
      from: { path: '^(server|web|simulator)/' },
      to: { path: '^(server|web|simulator|e2e)/', pathNot: '^$1/' },
    },
    {
      name: 'server-features-by-public-api',
      severity: 'error',
      comment: 'Another feature of the server is imported through its public API, index.ts.',
      from: { path: '^server/src/([^/]+)/', pathNot: '^server/src/(testing|demo|conformance)/|\\.test\\.ts$' },
      to: { path: '^server/src/([^/]+)/', pathNot: '^server/src/($1|base|kit|db|testing)/|/index\\.ts$' },
    },
    {
      name: 'foundations-import-no-feature',
      severity: 'error',
      comment: 'Kit and database are used by features and know none.',
      from: { path: '^server/src/(base|kit|db)/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^server/src/',
        pathNot: '^server/src/(base|db|kit)/',
      },
    },
    {
      name: 'routes-hold-no-sql',
      severity: 'error',
      comment: 'A route states path, right and shapes, and calls one function.',
      from: { path: '^server/src/.*[rR]outes\\.ts$' },
      to: { path: 'node_modules/(kysely|pg)/' },
    },
    {
      name: 'actions-know-no-http',
      severity: 'error',
      comment: 'What is done can be done from a route, a job or a seed alike.',
      from: { path: '^server/src/.*[aA]ctions\\.ts$' },
      to: { path: 'node_modules/fastify' },
    },
    {
      name: 'top-features-are-not-imported',
      severity: 'error',
      comment: 'Nothing depends on them: only the app opens them.',
      from: {
        path: '^server/src/([^/]+)',
        pathNot: '^server/src/(main\\.ts$|(app|conformance|demo|operator|testing)/)|\\.test\\.ts$',
      },
      to: {
        path: '^server/src/(access-review|api|app|bulk|conformance|demo|home|machine-link|metrics|notifications|operator|program-files)/',
        pathNot: '^server/src/$1/',
      },
    },
    {
      name: 'web-features-by-public-api',
      severity: 'error',
      comment: 'Features of the page use kit, and each other hardly ever: by index.ts. Tests use testing.',
      from: { path: '^web/src/([^/]+)/', pathNot: '^web/src/(app|testing)/' },
      to: {
        path: '^web/src/([^/]+)/',
        pathNot: '^web/src/($1|kit)/|/index\\.ts$|/messages\\.ts$|^web/src/testing/',
      },
    },
    {
      name: 'data-knows-no-page',
      severity: 'error',
      comment: 'All pages stand on it.',
      from: { path: '^web/src/data/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^web/src/', pathNot: '^web/src/data/' },
    },
    {
      name: 'data-by-public-api',
      severity: 'error',
      comment: 'What its folders do for each other is nobody else’s.',
      from: { path: '^web/src/', pathNot: '^web/src/data/' },
      to: { path: '^web/src/data/', pathNot: '^web/src/data/index\\.ts$' },
    },
    {
      name: 'only-the-broker-speaks-mqtt',
      severity: 'error',
      comment: 'One file speaks to each broker; a second one, that of the shared broker, ends connections.',
      from: {
        pathNot:
          '^server/src/machine-link/(broker/embeddedBroker|shared-broker/(slotClient|ownConnections))\\.ts$|^server/src/testing/|\\.test\\.ts$|^simulator/src/(link/link|testing)\\.ts$',
      },
      to: { path: 'node_modules/(aedes|mqtt)/' },
    },
    {
      name: 'only-the-mailer-sends',
      severity: 'error',
      comment: 'One file knows the mail server.',
      from: { pathNot: '^server/src/notifications/delivery/mailer\\.ts$' },
      to: { path: 'node_modules/nodemailer/' },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/|^data/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.css'],
    },
  },
};
