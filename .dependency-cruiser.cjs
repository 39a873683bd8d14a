// Who may import whom (docs: the layers). test/architecture/import-rules.test.ts proves that each rule bites and that no source file
// escapes. In a `to`, `$1` is what `from` captured: the service. One service never reaches into another's layer.
const TYPES = ['type-only'];
const ROOTS = '^server/(index[.]ts$|boot/|commands/)';
const OURS = '^(server|models|migrations|seeders|cli|console|client|test)/';
const GENERATED = '^generated/';
const packages = (names) => `(^|/)node_modules/(@types/)?(${names})/`;
const ANY_PACKAGE = '(^|/)node_modules/';

const rule = (name, comment, from, to) => ({ name, severity: 'error', comment, from, to });

const layers = [
  rule(
    'routes',
    'routes → controllers and schemas of their service, platform/http',
    { path: '^server/routes/([^/]+)' },
    { pathNot: ['^server/(routes|controllers|schemas)/$1/', '^server/platform/http/'] },
  ),
  rule(
    'controllers',
    'controllers → services, presenters and schemas of their service, platform/http, pages, counts, errors, context',
    { path: '^server/controllers/([^/]+)' },
    {
      pathNot: [
        '^server/(controllers|services|presenters|schemas)/$1/',
        '^server/platform/(http|pages)/',
        '^server/platform/(counts|errors|context)[.]ts$',
      ],
    },
  ),
  rule(
    'services',
    'services → their own models, a platform without HTTP, the shape of the configuration',
    { path: '^server/services/([^/]+)' },
    {
      path: OURS,
      pathNot: [
        '^server/services/$1/',
        '^models/$1/',
        '^server/domain/',
        '^server/platform/(?!http/|pages/)',
        '^server/config/types[.]ts$',
      ],
    },
  ),
  rule(
    'presenters',
    'presenters → each other, schemas, types of their service and of platform',
    { path: '^server/presenters/([^/]+)' },
    { pathNot: ['^server/(presenters|schemas|services)/$1/', '^models/$1/', '^server/domain/', '^server/platform/(?!http/|pages/)'] },
  ),
  rule(
    'presenters-know-types-only',
    'a presenter knows the shape of a row, not how it is read',
    { path: '^server/presenters/' },
    { path: ['^server/services/', '^models/', '^server/platform/'], dependencyTypesNot: TYPES },
  ),
  rule(
    'schemas',
    'schemas → each other, presenters, Joi, types of platform',
    { path: '^server/schemas/([^/]+)' },
    { pathNot: ['^server/(schemas|presenters)/$1/', '^server/services/$1/', '^server/domain/', '^server/platform/', packages('joi')] },
  ),
  rule(
    'schemas-run-joi-only',
    'of platform a schema runs the Joi helpers of http/input, nothing else',
    { path: '^server/schemas/' },
    { path: '^server/platform/', pathNot: '^server/platform/http/input/', dependencyTypesNot: TYPES },
  ),
  rule(
    'models',
    'models → sequelize, neighbours of their service',
    { path: '^models/([^/]+)/' },
    { pathNot: ['^models/$1/', packages('sequelize')] },
  ),
  rule(
    'models-are-islands',
    'associations.ts alone knows two models; a model may name the type of a neighbour',
    { path: '^models/', pathNot: ['(^|/)associations[.]ts$', '^models/index[.]ts$'] },
    { path: '^models/', dependencyTypesNot: TYPES },
  ),
  rule(
    'models-index',
    'models/index.ts binds the models to a connection and knows nothing else',
    { path: '^models/[^/]+$' },
    { pathNot: ['^models/', packages('sequelize')] },
  ),
  rule(
    'platform',
    'platform → platform, config, its own models',
    { path: '^server/platform/' },
    { path: OURS, pathNot: ['^server/(platform|config)/', '^models/platform/'] },
  ),
  rule(
    'domain',
    'domain → errors, texts and times of platform: business rules that several services share',
    { path: '^server/domain/' },
    { path: OURS, pathNot: ['^server/domain/', '^server/platform/(errors|instant|unicode)[.]ts$'] },
  ),
  rule(
    'config',
    'config → nothing of ours but the signs of texts',
    { path: '^server/config/' },
    { path: OURS, pathNot: ['^server/config/', '^server/platform/unicode[.]ts$'] },
  ),
  rule(
    'migrations',
    'migrations are frozen history: no live code',
    { path: '^migrations/' },
    { pathNot: ['^migrations/lib/', packages('sequelize')], dependencyTypesNot: ['core'] },
  ),
  rule(
    'seeders',
    'seeders are frozen like migrations: no live code',
    { path: '^seeders/' },
    { pathNot: ['^seeders/lib/', packages('sequelize')], dependencyTypesNot: ['core'] },
  ),
  rule('cli', 'the CLI knows the API by its types alone: no server code', { path: '^cli/' }, { path: OURS, pathNot: '^cli/' }),
  rule('console', 'the console knows the API by its types alone', { path: '^console/' }, { path: OURS, pathNot: '^console/' }),
  rule(
    'nobody-imports-the-console',
    'the console is for browsers, not for the server',
    { path: OURS, pathNot: ['^console/', '^test/'] },
    { path: '^console/' },
  ),
  rule('client', 'the client of apps knows the API by its types alone', { path: '^client/' }, { path: OURS, pathNot: '^client/' }),
  rule(
    'nobody-imports-the-client',
    'the client is for apps, not for the server',
    { path: OURS, pathNot: ['^client/', '^test/'] },
    { path: '^client/' },
  ),
  rule(
    'client-packages',
    'the client has no dependency; its hooks alone import React',
    { path: '^client/src/' },
    { path: ANY_PACKAGE, pathNot: packages('react') },
  ),
  rule(
    'client-react',
    'an app without React installs and bundles none',
    { path: '^client/src/', pathNot: '^client/src/adapters/react[.]ts$' },
    { path: packages('react') },
  ),
  rule(
    'console-ui',
    'console/ui knows no business: it imports itself, texts and the kinds of errors',
    { path: '^console/ui/' },
    { path: ['^console/', GENERATED], pathNot: ['^console/(ui|i18n)/', '^console/state/problem[.]ts$'] },
  ),
  rule('console-texts', 'texts import nothing but texts', { path: '^console/i18n/' }, { path: OURS, pathNot: '^console/i18n/' }),
  rule(
    'console-screens',
    'screens are known to the routes alone, and share by console/parts',
    { path: '^console/', pathNot: ['^console/(routes|screens)/'] },
    { path: '^console/screens/' },
  ),
  rule(
    'console-services',
    'a screen imports no screen of another service',
    { path: '^console/screens/([^/]+)/' },
    { path: '^console/screens/', pathNot: '^console/screens/$1/' },
  ),
  rule(
    'api-types',
    'only the CLI, the console, the client and tests are typed by the document',
    { path: '^(server|models|migrations|seeders)/' },
    { path: GENERATED },
  ),
  rule(
    'nobody-imports-the-cli',
    'the CLI is for people, not for the server',
    { path: OURS, pathNot: ['^cli/', '^test/'] },
    { path: '^cli/' },
  ),
  rule(
    'unknown-place',
    'what stands in no layer has no rules: move it into one',
    {
      path: '^server/',
      pathNot: ['^server/(routes|controllers|schemas|services|presenters)/[^/]+/', '^server/(platform|domain|config)/', ROOTS],
    },
    {},
  ),
  rule(
    'roots',
    'nothing below imports the files that put everything together',
    { path: OURS, pathNot: [ROOTS, '^test/'] },
    { path: ROOTS },
  ),
  rule('tests', 'nobody imports tests', { pathNot: '^test/' }, { path: '^test/' }),
];

const libraries = [
  rule(
    'express',
    'Express lives in boot/app.ts, platform/http, pages and auth',
    { pathNot: ['^server/boot/app[.]ts$', '^server/platform/(http|pages|auth)/', '^test/', ANY_PACKAGE] },
    { path: packages('express') },
  ),
  rule(
    'sequelize',
    'Sequelize lives in models, services, platform/db, migrations and seeders',
    { pathNot: ['^models/', '^server/services/', '^server/platform/db/', '^migrations/', '^seeders/', '^test/', ANY_PACKAGE] },
    { path: packages('sequelize') },
  ),
  rule(
    'commander',
    'commander lives in the programs of cli and server, cli/options.ts and where a noun defines its verbs',
    {
      path: OURS,
      pathNot: ['^cli/(program|options)[.]ts$', '^server/commands/diwan-server/program[.]ts$', '^cli/commands/.+/index[.]ts$', '^test/'],
    },
    { path: packages('commander'), dependencyTypesNot: TYPES },
  ),
  rule(
    'inquirer',
    'inquirer lives in cli/prompter.ts',
    { path: OURS, pathNot: ['^cli/prompter[.]ts$', '^test/'] },
    { path: packages('inquirer|@inquirer/[^/]+') },
  ),
  rule(
    'react-aria',
    'React Aria lives in console/ui, behind plain names',
    { path: OURS, pathNot: '^console/ui/' },
    { path: packages('react-aria-components|react-aria|react-stately|@react-aria/[^/]+') },
  ),
  rule(
    'no-dev-dependency',
    'what runs in production is installed in production',
    { path: '^(server|models|migrations|seeders|cli)/' },
    { dependencyTypes: ['npm-dev'], dependencyTypesNot: TYPES },
  ),
  rule(
    'undeclared',
    'every package is named in package.json; React is a peer of the client',
    { pathNot: '^client/src/adapters/react[.]ts$' },
    { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  ),
  rule(
    'unresolvable',
    'every import finds its file; builds make the types of the API and the package that the example imports',
    {},
    { couldNotResolve: true, pathNot: ['/api-types[.]ts$', '^[.]{2}/[.]{2}/dist/index[.]js$'] },
  ),
  rule('no-cycle', 'no cycles, type-only imports included', {}, { circular: true }),
];

module.exports = {
  forbidden: [...layers, ...libraries],
  options: {
    doNotFollow: { path: ANY_PACKAGE },
    exclude: { path: '^(server/platform/docs/vendor|client/dist)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      mainFields: ['main', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json', '.d.ts'],
    },
  },
};
