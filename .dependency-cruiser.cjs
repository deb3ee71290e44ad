/** Who may import whom (ARCHITECTURE: money <- protocol <- core <- server; the web never sees core or server; a feature never another). */

/**
 * The rooms of a source tree, lowest first: none imports one that stands later. Rooms of one rank
 * do not import each other.
 */
function roomsInOrder(tree, ranks) {
  return ranks.map((rooms, rank) => ({
    name: `${tree}: ${rooms} imports only what stands before it (tools/structure.ts)`,
    severity: 'error',
    from: { path: `^${tree}/(${rooms})/`, pathNot: '[.]test[.]ts$' },
    to: {
      path: `^${tree}/(${[...ranks.slice(rank + 1), ...(rooms.includes('|') ? [rooms] : [])].join('|') || '-'})/`,
      pathNot: `^${tree}/$1/`,
    },
  }));
}

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycle-types-included',
      severity: 'error',
      from: { pathNot: '[.]test[.]tsx?$' },
      to: { circular: true },
    },
    {
      name: 'money-imports-nothing',
      severity: 'error',
      from: { path: '^packages/money/', pathNot: '[.]test[.]ts$' },
      to: { pathNot: '^packages/money/' },
    },
    {
      name: 'protocol-imports-money-and-zod',
      severity: 'error',
      from: { path: '^packages/protocol/', pathNot: '[.]test[.]ts$' },
      to: {
        pathNot: '^packages/(protocol|money)/|node_modules/zod/|node_modules/@(noble/hashes|scure/base)/',
      },
    },
    {
      name: 'client-imports-the-protocol-alone',
      severity: 'error',
      from: { path: '^packages/client/', pathNot: '[.]test[.]ts$' },
      to: { pathNot: '^packages/(client|protocol)/' },
    },
    {
      name: 'only-addresses-need-hashes',
      severity: 'error',
      from: { path: '^packages/protocol/', pathNot: 'wallet/(address-formats|destinations)([.]test)?[.]ts$' },
      to: { path: 'node_modules/@(noble|scure)/' },
    },
    {
      name: 'core-is-pure',
      severity: 'error',
      from: { path: '^packages/core/src/', pathNot: '[.]test[.]ts$' },
      to: { pathNot: '^packages/(core|protocol|money)/' },
    },
    {
      name: 'chains-know-no-exchange',
      severity: 'error',
      from: { path: '^packages/chains/', pathNot: '[.]test[.]ts$' },
      to: { path: '^(apps|packages/(?!chains))/' },
    },
    {
      name: 'the-exchange-knows-no-feature',
      severity: 'error',
      from: {
        path: '^packages/core/src/',
        pathNot: '[.]test[.]ts$|^packages/core/src/(features/|(features|index)[.]ts$)',
      },
      to: { path: '^packages/core/src/features/' },
    },
    {
      name: 'the-core-stands-on-its-foundations',
      comment: 'Bytes, events, accounts, books and due items know no feature and no exchange.',
      severity: 'error',
      from: {
        path: '^packages/core/src/(due|encoding|events|ledger|matching)/',
        pathNot: '[.]test[.]ts$',
      },
      to: {
        path: '^packages/core/src/((contract|features|journal|offers|snapshot)/|(audit|exchange|features|index)[.]ts$)',
      },
    },
    {
      name: 'the-contract-knows-nobody-who-obeys-it',
      severity: 'error',
      from: { path: '^packages/core/src/contract/', pathNot: '[.]test[.]ts$' },
      to: {
        path: '^packages/core/src/((features|journal|offers|snapshot)/|(audit|exchange|features|index)[.]ts$)',
      },
    },
    {
      name: 'matching-knows-no-money',
      severity: 'error',
      from: { path: '^packages/core/src/matching/', pathNot: '[.]test[.]ts$' },
      to: { pathNot: '^packages/core/src/(matching/|commands[.]ts)' },
    },
    {
      name: 'ui-knows-no-feature',
      severity: 'error',
      from: { path: '^packages/ui/' },
      to: { path: '^(apps|packages/(core|protocol))/' },
    },
    {
      name: 'web-never-imports-core-or-server',
      severity: 'error',
      from: { path: '^apps/web/' },
      to: { path: '^(packages/core|apps/server)/' },
    },
    {
      name: 'web-takes-only-types-of-calls',
      comment: 'Their shapes are made with zod, which no browser needs.',
      severity: 'error',
      from: { path: '^apps/(web|operator)/src/', pathNot: '[.]test[.]tsx?$' },
      to: { path: '^packages/protocol/src/.*(index|office)[.]ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'the-compiler-of-texts-stays-out-of-the-bundle',
      severity: 'error',
      from: { path: '^apps/web/src/', pathNot: '[.]test[.]tsx?$' },
      to: { path: '^packages/texts/' },
    },
    {
      name: 'nothing-imports-an-app',
      severity: 'error',
      from: { path: '^(packages|apps)/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^$1/$2/' },
    },
    {
      name: 'no-deep-package-import',
      severity: 'error',
      from: { path: '^(packages|apps)/([^/]+)/' },
      to: {
        path: '^packages/[^/]+/src/',
        pathNot: [
          '^$1/$2/',
          '^packages/[^/]+/src/index[.]ts$',
          '^packages/protocol/src/[^/]+/',
          '^packages/core/src/matching/index[.]ts$',
        ],
        dependencyTypesNot: ['aliased-workspace'],
      },
    },
    {
      name: 'features-are-islands',
      severity: 'error',
      from: { path: '^(packages|apps)/([^/]+)/src/features/([^/]+)/', pathNot: '[.]test[.]tsx?$' },
      to: { path: '^$1/$2/src/features/[^/]+/', pathNot: '^$1/$2/src/features/$3/' },
    },
    {
      name: 'features-reach-chains-by-their-contract',
      severity: 'error',
      from: { path: '^apps/server/src/features/', pathNot: '[.]test[.]ts$' },
      to: { path: '^apps/server/src/chains/' },
    },
    {
      name: 'a-withdrawal-leaves-its-folder-by-five-files',
      comment: 'docs/features/funding.md, "From request to payment"',
      severity: 'error',
      from: {
        path: '^apps/server/src/features/funding/withdrawals/',
        pathNot: '([.]test|/(routes|store|exchange|payments|decide))[.]ts$',
      },
      to: { path: '^apps/server/src/', pathNot: '^apps/server/src/features/funding/' },
    },
    ...[
      ['routes', 'http'],
      ['store', 'db'],
      ['exchange|payments', 'contract'],
      ['decide', 'values'],
    ].map(([files, room]) => ({
      name: `withdrawals: ${files} reaches ${room} alone`,
      severity: 'error',
      from: { path: `^apps/server/src/features/funding/withdrawals/(${files})[.]ts$` },
      to: { path: '^apps/server/src/', pathNot: `^apps/server/src/(features/funding|${room})/` },
    })),
    ...roomsInOrder('apps/server/src', [
      'values',
      'process',
      'db',
      'mail|photos',
      'pipeline',
      'http',
      'ws',
      'operating',
      'contract',
      'programs',
      'offers',
      'chains',
      'pages',
      'features',
      'composition',
      'setup',
      'commands',
    ]),
    ...roomsInOrder('packages/chains/src', ['blocks', 'paying', 'addresses', 'evm|utxo', 'tron']),
    {
      name: 'no-unlisted-dependency',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|routeTree[.]gen[.]ts)' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    tsConfig: { fileName: 'tsconfig.base.json' },
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.json'],
    },
  },
};
