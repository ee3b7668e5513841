import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RecordName } from '#app/domain/content/content-record.ts'
import { deliveredContent } from '#app/domain/content/content-now.server.ts'
import { type ContentSchema, listPlaces } from '#app/domain/content/content-schema.ts'
import { withoutMarks } from '#app/domain/content/marks.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { startSiteOn } from '#tests/support/databases.ts'
import { formWith, visitor } from '#tests/support/visitor.ts'
import { pagesToWorkOn, pagesToRead } from '#tests/support/pages.ts'
import { until } from '#tests/support/timing.ts'
import { contentRecords } from '#content/schemas/all.ts'

/** What a wrong or old address shows. */
const rarePages = [
  ...['/404', '/orders/x', '/login/reset/x', '/login/confirm/x', '/appointments/x', '/appointments/confirm/x'],
  ...['/newsletter/confirm/x', '/newsletter/unsubscribe/x'],
]

/** Shown only at times, such as while there are no posts, or depending on the facts of the clinic. */
/** Of a page that an email's link leads to. */
const afterOneClick = ['done.title', 'done.text']

const atTimes: Partial<Record<RecordName, string[]>> = {
  about: [
    'callToAction.text',
    ...['training', 'license', 'languages', 'days', 'services'].map((label) => `team.${label}`),
  ],
  blog: ['withoutPosts.text', 'withoutPosts.link.text', 'all.laterTitle'],
  booking: [
    ...['freeDays.yours', 'freeDays.next', 'draft.heading', 'draft.text', 'facts.label'],
    ...['hosted.heading', 'hosted.text', 'title', 'seo.title', 'seo.description'].map((text) => `time.${text}`),
    ...['title', 'lead', 'emailHint', 'erases', 'seo.title', 'seo.description'].map((text) => `resume.${text}`),
    ...['form.emailHint', 'confirmation.heading', 'confirmation.text', 'confirmation.hosted', 'booked.hosted'],
  ],
  appointment: [
    ...['video', 'requested', 'unheld', 'off', 'past'].map((state) => `headline.${state}`),
    ...['requested', 'declined', 'moved', 'cancelled', 'restored', 'over', 'completed', 'no-show', 'closed'].map(
      (state) => `states.${state}`,
    ),
    ...['unheld', 'unheldKept', 'unheldTaken'].map((state) => `states.${state}`),
    ...[
      'emails.mailed',
      'emails.mailedRequest',
      'emails.mailedUnheld',
      'emails.quiet',
      'preparation',
      'undo',
      'soonest',
    ],
    ...['tooLate.heading', 'tooLate.text', 'data.health.none', 'data.health.lost'],
    ...['asked', 'linkLimitReached', 'meanwhile', 'noneMeanwhile'].map((text) => `newAddress.${text}`),
    ...['title', 'now', 'seo.title', 'seo.description'].map((text) => `move.${text}`),
  ],
  'find-appointment': ['lead', 'hosted', 'hostedEarlier', 'gone.help'],
  'confirm-address': afterOneClick,
  'newsletter-confirm': afterOneClick,
  'newsletter-unsubscribe': [...afterOneClick, 'done.again'],
  cart: ['many'],
  'not-found': [
    ...['title', 'lead', 'help', 'links.0.text', 'links.1.text', 'seo.title'].map((text) => `errors.error.${text}`),
    ...['title', 'lead', 'help', 'seo.title'].map((text) => `errors.tooMany.${text}`),
  ],
  order: [
    ...['confirmed', 'ready', 'completed', 'cancelled'].map((status) => `statuses.${status}`),
    ...['confirmation.mailed', 'confirmation.quiet', 'questions'],
  ],
  password: ['lead', 'ifNone', 'reset.title', 'reset.text', 'confirm.title', 'confirm.text'],
  profile: ['remove.admin', ...['heading', 'text', 'confirm', 'noEmail'].map((text) => `unverified.${text}`)],
  contact: ['reach.noStreet', 'reach.directions', 'hours.closedToo'],
  home: ['facts.hours.text', 'facts.nextTime.byPhone.title', 'facts.nextTime.byPhone.text'],
  'services-page': ['own.eitherWay', 'own.byVideo'],
  'products-page': ['howToBuy.online'],
  privacy: [
    ...['health.hosted', 'others.none', 'keeping.emails.kept', 'keeping.messages.kept'],
    ...[
      'smtp',
      'relay',
      'texts',
      'payments',
      'feedConverter',
      'hostedFeed',
      'stockPhotos',
      'scheduling',
      'database',
      'authSync',
    ].map((name) => `others.hosted.${name}`),
  ],
  search: [
    ...['results.one', 'results.more'],
    ...['Service', 'Product', 'Page', 'Post'].flatMap((type) => [`groups.${type}`, `types.${type}`]),
  ],
  // The networks' own pages are nobody's accounts.
  practical: deliveredContent
    .template('practical')
    .social.flatMap(({ url }, index) => (new URL(url).pathname === '/' ? `social.${index}.name` : [])),
  site: ['noticeLabel', 'newsletter.confirm.byEmail', 'newsletter.confirm.kept', 'footer.followHeading'],
}

/**
 * The look of the website has no text, search words are shown nowhere, gift cards (tests/http/gift-cards.test.ts) only if
 * the clinic takes online payments, and the facts of the clinic are edited on the Clinic page.
 */
const records = (
  Object.entries<{ schema: ContentSchema }>(contentRecords) as [RecordName, { schema: ContentSchema }][]
).filter(
  ([name]) => !['theme', 'search-words', 'booking-rules', 'gift-cards'].includes(name) && !name.startsWith('clinic/'),
)
const textKinds = new Set<string>(['line', 'text', 'markdown'])
const placesOf = (name: RecordName, { fields }: ContentSchema) =>
  listPlaces(fields, deliveredContent.template(name)).filter(
    ({ field }) => textKinds.has(field.kind) && !('locked' in field),
  )

let site: Awaited<ReturnType<typeof startSiteOn>>
let admin: Awaited<ReturnType<typeof signInAsAdmin>>
beforeAll(async () => {
  site = await startSiteOn('sqlite', { ...adminSettings, ABUSE_LIMITS: 'off' })
  admin = await signInAsAdmin(site)
})
afterAll(() => site?.stop())

test('every text that can be edited shows on a page once it is changed', async () => {
  const marks = new Map<string, { name: RecordName; path: string }>()
  for (const [name, { schema }] of records) {
    const address = `/admin/pages/${name}`
    const places = placesOf(name, schema)
    const typed = places.map(({ path, value }) => {
      const mark = `[${marks.size}]`
      marks.set(mark, { name, path })
      return [path, `${value} ${mark}`] as const
    })
    const { fields } = formWith(await (await admin.get(address)).text(), places[0]!.path)
    // A box of a form that is read here is not checked.
    const boxes: Record<string, string> = name === 'blog' ? { showsFeed: 'on' } : {}
    const answer = await admin.post(address, { ...fields, ...Object.fromEntries(typed), ...boxes, intent: 'publish' })
    expect(answer.status, `${name}: ${answer.status === 303 ? '' : await answer.text()}`).toBe(303)
  }
  await until(async () => (await (await visitor(site).get('/blog')).text()).includes('class="cols lead-post"'))
  const samples = records.flatMap(([name, { schema }]) =>
    schema.sample || schema.emails ? `/admin/pages/${name}/preview` : [],
  )
  const pages = await Promise.all([
    ...[...pagesToRead, ...pagesToWorkOn, ...rarePages].map(async (path) => (await visitor(site).get(path)).text()),
    // It has no form.
    (await visitor(site).post('/about', {})).text(),
    ...samples.map(async (path) => withoutMarks(await (await admin.get(path)).text())),
  ])
  // The script of a page to work on has all of its texts.
  const shown = pages.map((html) => html.replaceAll(/<script\b(?! type="application\/ld).*?<\/script>/gs, ''))
  const missing = [...marks].filter(([mark]) => !shown.some((html) => html.includes(mark))).map(([, place]) => place)
  const rare = ({ name, path }: { name: RecordName; path: string }) => atTimes[name]?.includes(path)
  expect(missing.filter((place) => !rare(place))).toEqual([])
})

test('an entry that is not there says the same as an unknown address', async () => {
  const [page = '', entry = ''] = await Promise.all(
    ['/404', '/services/not-there'].map(async (path) => (await visitor(site).get(path)).text()),
  )
  const headings = /<title>.*?<\/title>|<h1>.*?<\/h1>/g
  expect(page.match(headings)).toHaveLength(2)
  expect(entry.match(headings)).toEqual(page.match(headings))
})

test('texts that show only at times are there', () => {
  for (const [name, paths = []] of Object.entries(atTimes)) {
    const known = placesOf(name as RecordName, contentRecords[name as RecordName].schema).map(({ path }) => path)
    expect(known).toEqual(expect.arrayContaining(paths))
  }
})
