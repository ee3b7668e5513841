import { defineConfig, type OxlintOverride } from 'oxlint'

// The architecture as two tables: a folder may use itself and what its row names, nothing else.
// docs/architecture.md says why; a change of a row is a decision (docs/decisions).
const layerMayUse: Record<string, string[]> = {
  routes: ['http', 'ui', 'domain', 'mail', 'integrations'],
  jobs: ['domain', 'mail'],
  http: ['domain'],
  ui: ['domain'],
  mail: ['domain'],
  domain: [],
  integrations: [],
  queue: ['database'],
  vault: ['database'],
  database: [],
  'page-cache': ['database'],
  metrics: [],
  // The rule by which an address looks mistyped: app/enhance/README.md.
  enhance: ['domain'],
}

const everyDomainMayUse = ['shared', 'audit', 'outbox', 'limits', 'claims', 'clinic', 'content', 'markdown']
const domainMayUse: Record<string, string[]> = {
  shared: [],
  audit: ['shared'],
  outbox: ['shared', 'audit', 'limits'],
  limits: ['shared'],
  claims: ['shared'],
  markdown: ['shared'],
  // Its facts are records of content, which names none of its rules but those: docs/decisions/content.md.
  clinic: ['shared', 'audit', 'claims', 'content'],
  accounts: everyDomainMayUse,
  pictures: everyDomainMayUse,
  theme: [],
  content: [...everyDomainMayUse, 'pictures', 'theme'],
  catalogue: everyDomainMayUse,
  team: everyDomainMayUse,
  blog: everyDomainMayUse,
  newsletter: everyDomainMayUse,
  contact: everyDomainMayUse,
  // A record for each person, which booking joins: docs/decisions/patients.md.
  patients: [...everyDomainMayUse, 'accounts'],
  // Which forms an appointment has is for booking to say: docs/decisions/health-answers-and-forms.md.
  forms: everyDomainMayUse,
  // It knows numbers and texts; what they say is for booking: docs/decisions/text-messages.md.
  'text-messages': everyDomainMayUse,
  // Payments are about a subject; what the money of a booking means is here: docs/decisions/money-of-bookings.md.
  booking: [
    ...everyDomainMayUse,
    ...['accounts', 'catalogue', 'forms', 'ledger', 'patients', 'payments', 'text-messages'],
  ],
  cart: [...everyDomainMayUse, 'catalogue'],
  // Whatever moves money posts to the ledger; what it was for is for orders to say: docs/decisions/payments.md.
  ledger: [],
  payments: [...everyDomainMayUse, 'ledger'],
  // Each is an account in the ledger: docs/decisions/gift-cards.md.
  'gift-cards': [...everyDomainMayUse, 'ledger', 'payments'],
  orders: [...everyDomainMayUse, 'accounts', 'catalogue', 'cart', 'gift-cards', 'ledger', 'payments'],
  // Their busy times are reserved like blocks.
  'private-calendars': [...everyDomainMayUse, 'booking'],
  today: [
    ...everyDomainMayUse,
    ...[
      'accounts',
      'blog',
      'booking',
      'catalogue',
      'contact',
      'newsletter',
      'orders',
      'patients',
      'payments',
      'private-calendars',
      'text-messages',
    ],
  ],
  checks: [...everyDomainMayUse, 'accounts', 'blog', 'newsletter', 'payments', 'text-messages', 'today'],
  erasure: [
    ...everyDomainMayUse,
    ...['accounts', 'booking', 'contact', 'gift-cards', 'newsletter', 'orders', 'patients'],
  ],
  // A copy of all that is held about a person: docs/decisions/own-data.md.
  'person-export': [
    ...everyDomainMayUse,
    ...['accounts', 'booking', 'catalogue', 'contact', 'gift-cards', 'newsletter', 'orders', 'patients'],
  ],
  search: [...everyDomainMayUse, 'blog', 'booking', 'catalogue', 'team'],
  // The blocks of a newsletter, from all over the website: docs/decisions/newsletter.md.
  'newsletter-blocks': [...everyDomainMayUse, 'blog', 'booking', 'catalogue', 'newsletter'],
  insights: [...everyDomainMayUse, 'booking', 'newsletter', 'orders'],
}

const closedTo = (table: Record<string, string[]>, name: string) =>
  Object.keys(table).filter((other) => other !== name && !table[name]?.includes(other))

/** Within app, a file names another folder's by '#app/…', so that the rules see it. */
const outside = (files: string) => (files.startsWith('app/') ? ['../**'] : [])

/** Browsers load nothing of these, and of a route only its page: docs/decisions/pages.md. */
const mayUseZod = ['routes', 'jobs', 'integrations', 'queue', 'vault', 'database', 'page-cache', 'metrics']
const isOnServer = (files: string) =>
  files.startsWith('server/') || mayUseZod.some((name) => files === `app/${name}/**`) || files.endsWith('.server.ts')

/** `never`: not even types; `valueOnly`: types may be named, values may not be used. */
function ban(files: string, never: string[], valueOnly: string[], message: string): OxlintOverride[] {
  const override = (excluded: string[], values: string[]): OxlintOverride => ({
    files: [files],
    excludeFiles: ['**/*.test.ts', '**/*.test.tsx', ...excluded],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: [...outside(files), '#tests/**', ...(files.startsWith('server/') ? [] : ['#server/**']), ...never],
              message,
            },
            ...(values.length > 0 ? [{ group: values, allowTypeImports: true, message }] : []),
          ],
        },
      ],
    },
  })
  const all = override([], valueOnly)
  return isOnServer(files) ? [all] : [all, override(['**/*.server.ts'], [...valueOnly, 'zod', 'zod/**'])]
}

const sql = ['kysely', 'kysely/**', '#app/database/**']
const web = ['react', 'react/**', 'react-dom', 'react-dom/**', 'react-router', 'react-router/**', 'hono', 'hono/**']
const extra: Record<string, string[]> = {
  // Within a section files name each other by './'; no other section is named at all.
  routes: ['#app/routes/**', '#app/integrations/**/*.server.ts', ...sql],
  http: sql,
  jobs: [...sql, ...web],
  ui: ['#app/**/*.server.ts', '**/*.server.ts'],
  // What an email says is read by the `load` in its file, with the deps handed in; see below.
  mail: ['#app/*/**/*.server.ts', '!#app/domain/outbox/email-kinds.server.ts', ...sql],
  integrations: [...web, '#content/**'],
  queue: [...web, '#content/**'],
  vault: [...web, '#content/**'],
  // Columns follow from the fields that are asked of patients: docs/decisions/patients.md.
  database: [...web, '#content/**', '!#content/patient-fields.ts'],
  'page-cache': [...web, '#content/**'],
  metrics: [...web, '#content/**'],
  enhance: [...web, ...sql, '#content/**'],
}
/** What a domain is handed; it may name the types. */
const deps = ['database', 'queue', 'vault', 'page-cache', 'integrations']
/** A job is described where it is queued. */
const typesOf: Record<string, string[]> = { jobs: ['queue'] }
const handedDown = ['#app/services.server.ts', '#app/config.server.ts']
const layer = (name: string) => `#app/${name}/**`

const plainNodeCannotLoad = ['#app/mail/**', '#app/jobs/**', '#app/routes/**', '#app/ui/**', '#app/http/**']

const frame = (file: string) =>
  ban(
    file,
    [
      '#app/routes/**',
      ...sql,
      ...closedTo(layerMayUse, 'routes')
        .filter((name) => name !== 'enhance')
        .map(layer),
    ],
    handedDown,
    'the frame may use what routes may: see docs/architecture.md',
  )

const bans: OxlintOverride[] = [
  ...Object.keys(layerMayUse).flatMap((name) =>
    ban(
      `app/${name}/**`,
      [
        ...(extra[name] ?? []),
        ...closedTo(layerMayUse, name)
          .filter((other) => !typesOf[name]?.includes(other))
          .map(layer),
      ],
      [...handedDown, ...(typesOf[name] ?? []).map(layer)],
      `${name} may not use this: see docs/architecture.md`,
    ),
  ),
  ...ban(
    'app/mail/emails/**',
    [...sql, ...closedTo(layerMayUse, 'mail').map(layer)],
    handedDown,
    'an email may not use this: see docs/architecture.md',
  ),
  ...ban(
    'app/routes/*/parts/**',
    [...(extra.ui ?? []), ...closedTo(layerMayUse, 'ui').map(layer)],
    handedDown,
    'parts of a section may use what ui may: see docs/architecture.md',
  ),
  ...ban('app/ui/primitives/**', ['#app/**', '#content/**'], [], 'primitives know nothing of the clinic'),
  ...Object.keys(domainMayUse).flatMap((name) =>
    ban(
      `app/domain/${name}/**`,
      [
        ...web,
        ...handedDown,
        ...closedTo(layerMayUse, 'domain')
          .filter((other) => !deps.includes(other))
          .map(layer),
        ...closedTo(domainMayUse, name).map((other) => `#app/domain/${other}/**`),
      ],
      deps.map(layer),
      `${name} may not use this: see docs/architecture.md`,
    ),
  ),
  ...ban('content/**', ['../app/**', '../../app/**'], ['#app/**'], 'content says, it does nothing'),
  ...['server/main.ts', 'server/site.ts', 'app/services.server.ts'].flatMap((file) =>
    ban(file, ['../app/**'], plainNodeCannotLoad, 'plain Node runs this and cannot load .tsx'),
  ),
]

export default defineConfig({
  plugins: ['typescript', 'import', 'react', 'jsx-a11y', 'node', 'unicorn', 'promise'],
  categories: { correctness: 'error' },
  rules: {
    'import/no-cycle': 'error',
    'node/no-process-env': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/consistent-type-imports': 'error',
    'no-console': 'error',
    eqeqeq: 'error',
    // The roles are what people's assistive technology and the design's wording expect: search, status.
    'jsx-a11y/prefer-tag-over-role': 'off',
    // It cannot see through Vite's '?worker&url', nor that a spread splits a text into code points.
    'import/default': 'off',
    'unicorn/no-useless-spread': 'off',
    // React wants the attribute; the popover field it serves is focused on opening only.
    'jsx-a11y/no-autofocus': 'off',
  },
  overrides: [
    ...bans,
    // The frame of every page: as routes, but it is not in their folder.
    ...['app/root.tsx', 'app/entry.client.tsx', 'app/entry.server.tsx'].flatMap((file) => frame(file)),
    {
      files: ['scripts/**'],
      excludeFiles: ['**/*.test.ts'],
      rules: {
        'no-restricted-imports': [
          'error',
          {
            patterns: [
              {
                group: plainNodeCannotLoad,
                allowTypeImports: true,
                message: 'plain Node runs this and cannot load .tsx',
              },
            ],
          },
        ],
      },
    },
    {
      files: ['server/main.ts', 'scripts/**', 'tests/**', 'bench/**', '**/*.test.ts', '*.config.ts'],
      rules: { 'node/no-process-env': 'off', 'no-console': 'off' },
    },
  ],
  ignorePatterns: ['build/**', '.react-router/**', 'node_modules/**', 'reports/**', 'screens/**', 'emails/**'],
})
