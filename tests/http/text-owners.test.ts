import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  formatAppointmentTime,
  formatShortAppointmentTime,
  formatTimeZone,
} from '#app/domain/booking/format-appointment.ts'
import { leastForVisitors } from '#app/domain/accounts/password-rules.ts'
import { weekInWords } from '#app/domain/clinic/week-in-words.ts'
import { sampleView } from '#app/routes/booking/sample-appointment.server.ts'
import { clinicTimeZone, contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { deliveredContent } from '#app/domain/content/content-now.server.ts'
import {
  type CollectionName,
  type ContentName,
  getSource,
  type RecordName,
} from '#app/domain/content/content-record.ts'
import { type ContentSchema, listPlaces, type Place } from '#app/domain/content/content-schema.ts'
import { withoutMarks } from '#app/domain/content/marks.ts'
import { menus } from '#app/public-pages.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { startSiteForTest, startSiteOn } from '#tests/support/databases.ts'
import { formWith, visitor } from '#tests/support/visitor.ts'
import { newestPost, pagesToRead, pagesToWorkOn } from '#tests/support/pages.ts'
import { until } from '#tests/support/timing.ts'
import { products } from '#tests/support/catalogue.ts'
import { cartPage } from '#content/pages/cart.ts'
import { orderPage } from '#content/pages/order.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { sampleAppointment, sampleLink, sampleOrder } from '#app/mail/samples.ts'
import { etymology } from '#content/etymology.ts'
import { blogPage } from '#content/pages/blog.ts'
import { deliveredBooking as booking } from '#app/domain/booking/live-booking.server.ts'
import {
  appointmentPage,
  changeRules,
  confirmAddressButton,
  movableUntil,
  newLinkPage,
} from '#content/pages/appointment.ts'
import { bookingPage, planPage, toWaitlist, widget } from '#content/pages/booking.ts'
import { contactPage } from '#content/pages/contact.ts'
import { newsletter, unsubscribeButton } from '#content/pages/newsletter.ts'
import { productsPage } from '#content/pages/products.ts'
import { servicesPage } from '#content/pages/services.ts'
import { fairness, waitlistPage } from '#content/pages/waitlist.ts'
import { patientFields } from '#content/patient-fields.ts'
import { photos } from '#content/pictures.ts'
import { fdaDisclaimer, medWatch } from '#content/products.ts'
import { contentCollections, contentRecords } from '#content/schemas/all.ts'
import { addressLine, bookingLink, header } from '#content/site.ts'
import { forgotPage, loginPage, resetPage } from '#content/pages/login.ts'
import { passkeys } from '#content/pages/passkeys.ts'
import { profilePage } from '#content/pages/profile.ts'
import { formatClinicDate } from '#app/domain/shared/clinic-time.ts'

const folder = mkdtempSync(join(tmpdir(), 'clinic-feed-'))
const feed = join(folder, 'feed.xml')
/** What a feed says is its own. */
const post = '<title>⟦A post⟧</title><link>https://blog.example/a</link><description>⟦Its text.⟧</description>'
writeFileSync(feed, `<rss version="2.0"><channel><title>⟦Blog⟧</title><item>${post}</item></channel></rss>`)

let site: Awaited<ReturnType<typeof startSiteOn>>
let admin: Admin
beforeAll(async () => {
  site = await startSiteOn('sqlite', { ...adminSettings, ABUSE_LIMITS: 'off', FEED_URL: pathToFileURL(feed).href })
  admin = await signInAsAdmin(site)
})
afterAll(() => {
  rmSync(folder, { recursive: true })
  return site?.stop()
})

const names: ContentName[] = [
  // The look of the website has no text, search words are shown nowhere, gift cards only if the clinic takes online
  // payments, and the facts of the clinic are edited on the Clinic page.
  ...(Object.keys(contentRecords) as RecordName[]).filter(
    (name) => !['theme', 'search-words', 'booking-rules', 'gift-cards'].includes(name) && !name.startsWith('clinic/'),
  ),
  ...(Object.keys(contentCollections) as CollectionName[]).flatMap((collection) =>
    deliveredContent.list(collection).map(({ id }) => `${collection}/${id}` as const),
  ),
]
const placesOf = (name: ContentName) => listPlaces(getSource(name).schema.fields, deliveredContent.template(name))

const textKinds = new Set<string>(['line', 'text', 'markdown'])
const isEdited = ({ field, value }: Place) => textKinds.has(field.kind) && !('locked' in field) && value !== ''

const mark = (text: string) => `⟦${text}⟧`
const markBlocks = (text: string) => text.replace(/^(- )?(.+)$/gm, (_, sign = '', line: string) => sign + mark(line))

type Admin = Awaited<ReturnType<typeof signInAsAdmin>>

async function publishWithMarks(admin: Admin, name: ContentName) {
  const places = placesOf(name)
  const marked = places
    .filter((place) => isEdited(place) && !place.path.startsWith('seo'))
    .map(({ path, field, value }) => [path, field.kind === 'markdown' ? markBlocks(value) : mark(value)] as const)
  const checked = places.filter(({ field, value }) => field.kind === 'switch' && value).map(({ path }) => [path, 'on'])
  const address = name.includes('/') ? `/admin/${name}` : `/admin/pages/${name}`
  const { fields } = formWith(await (await admin.get(address)).text(), marked[0]![0])
  const typed = { ...fields, ...Object.fromEntries([...marked, ...checked]), intent: 'publish' }
  expect((await admin.post(address, typed)).status, name).toBe(303)
}

/** Every text of a page, and of attributes that people read or hear, except those between marks. */
function listTextsWithoutMarks(html: string) {
  const body = html.slice(html.indexOf('<body')).replace(/<(script|style)\b.*?<\/\1>|<!-- -->/gs, '')
  let text = body.replace(/<[^>]*>/g, (tag) => {
    const said = [...tag.matchAll(/ (?:aria-label|alt|placeholder|title)="([^"]*)"/g)].map(([, value]) => value)
    return `\n${said.join('\n')}\n`
  })
  for (let before = ''; before !== text;) [before, text] = [text, text.replace(/⟦[^⟦⟧]*⟧/g, '')]
  const lines = text
    .split('\n')
    .map((line) => line.trim().replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&'))
  return [...new Set(lines)].filter((line) => /\p{L}/u.test(line))
}

/** A post has a test of its own; what a search finds are pieces of other pages. */
const leftOut = [newestPost, '/search?q=tea']

/** Pages that show visitors what is their own, by their previews, which show a sample. */
const samples = Object.entries<{ schema: ContentSchema }>(contentRecords).flatMap(([name, { schema }]) =>
  schema.sample ? `/admin/pages/${name}/preview` : [],
)

const clinic = contentFacts(Date.now())
const zone = widget.zone(formatTimeZone(clinic.timeZone), clinic)

const since = formatClinicDate(sampleOrder.placedAt, clinicTimeZone)
const sampleUntil = sampleAppointment.startsAt - booking.changeCutOffHours * 3_600_000
const sampleTimes = [
  profilePage.signIns.since(since, since),
  formatAppointmentTime(sampleAppointment, clinicTimeZone),
  movableUntil(formatShortAppointmentTime({ startsAt: sampleUntil }, clinicTimeZone)),
]
const toEach = ({ priceCents }: { priceCents: number }) => orderPage.ordered.each(formatCents(priceCents))

const plans = [planPage.offer, `${planPage.offer}:`]

/** Texts that nobody edits as texts, by the reason. */
const known: Record<string, unknown[]> = {
  'fixed, with a reason in the editor': names.flatMap((name) =>
    placesOf(name).flatMap(({ field, value }) => ('locked' in field ? [value.replace('{term}', 'xyzzy')] : [])),
  ),
  'chosen from a list': names.flatMap((name) =>
    placesOf(name).flatMap(({ field, value }) => (field.kind === 'choice' ? [value] : [])),
  ),
  'names of pages and controls': [header, header.cart(0), menus, bookingLink.text, toWaitlist(), blogPage, ...plans],
  'what the waitlist promises, as the program keeps it': [waitlistPage, fairness],
  'what cards say of what they show': [servicesPage, productsPage],
  'fields and buttons of forms, by the specification': [contactPage.write, newsletter, bookingPage, patientFields],
  'names of what an order has': [orderPage, ...[...sampleOrder.lines, ...products].map(toEach)],
  'fields, buttons and answers of accounts': [
    loginPage,
    forgotPage,
    profilePage,
    passkeys,
    resetPage.longEnough(leastForVisitors),
  ],
  'names and controls of an appointment': [...[appointmentPage, newLinkPage, confirmAddressButton, unsubscribeButton]],
  'controls of the cart': [
    cartPage,
    ...[cartPage.quantityOf, cartPage.lower, cartPage.raise, cartPage.removeProduct].map((name) => name('').trim()),
  ],
  'told by the calendar and its rules': [widget.morning, widget.afternoon, zone, changeRules(booking)],
  'beside fields that may stay blank': ['(optional)'],
  'for programs only': ['Website'],
  'required by law': [fdaDisclaimer, medWatch],
  'a picture in words': Object.values(photos).map(({ alt }) => alt),
}

/** Of these, pages show pieces. They are edited on the Clinic page, told by the calendar, or of a sample. */
function listFacts() {
  return [
    ...listTexts([
      clinic,
      addressLine(clinic),
      etymology,
      medWatch.text,
      sampleOrder,
      sampleLink('/orders'),
      sampleTimes,
      weekInWords(clinic.week),
      `${appointmentPage.printed.text} ${sampleView.url}`,
    ]),
    `© ${clinic.copyrightYear} ${clinic.name}`,
  ]
}

const times =
  /^(?:(?:Next|Closed|today|We open(?: again)?|Open today|opens|to|at|[ap]m|(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?|(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sep|Oct|Nov|Dec)[a-z]*)\b|\d+ (?:minutes|min read|(?:times? )?free)\b|[\d\s:,.–])+$/

const listTexts = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : []
}

test('every text of a public page is edited in the dashboard, or there is a reason why not', async () => {
  for (const name of names) await publishWithMarks(admin, name)
  await until(async () => (await (await visitor(site).get('/blog')).text()).includes('A post'))
  const without: { path: string; text: string }[] = []
  for (const path of [...pagesToRead, ...pagesToWorkOn, '/404', ...samples].filter((page) => !leftOut.includes(page))) {
    const html = withoutMarks(await (await (samples.includes(path) ? admin : visitor(site)).get(path)).text())
    without.push(...listWithoutOwner(html).map((text) => ({ path, text })))
  }
  expect(without).toEqual([])
})

test('so is every text around a post', async () => {
  const bundled = await startSiteForTest('sqlite', { ...adminSettings, ABUSE_LIMITS: 'off' })
  const who = await signInAsAdmin(bundled)
  for (const name of ['blog', 'site'] as const) await publishWithMarks(who, name)
  await until(async () => (await visitor(bundled).get(newestPost)).status === 200)
  const html = await (await visitor(bundled).get(newestPost)).text()
  const around = html.replace(/<div class="prose">.*?<\/div>(?=<p class="post-note">)/s, '')
  expect(around.length).toBeLessThan(html.length)
  const ofPosts = readFileSync(new URL('../../content/feed.xml', import.meta.url), 'utf8')
  expect(listWithoutOwner(around).filter((text) => !ofPosts.includes(text))).toEqual([])
})

/** The texts of a page that nobody edits, without a reason why. */
function listWithoutOwner(html: string) {
  const expected = new Set(listTexts(known))
  const facts = listFacts()
  const isFact = (text: string) => facts.some((fact) => fact.includes(text))
  const isKnown = (text: string) => expected.has(text) || isFact(text) || times.test(text)
  return listTextsWithoutMarks(html).filter((text) => !isKnown(text) && !isKnown(text.replace(/^, |:$/g, '')))
}
