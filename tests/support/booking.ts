import { plain } from './shown.ts'
import { services } from '#tests/support/catalogue.ts'
import { deliveredContent } from '#app/domain/content/content-now.server.ts'
import type { Database } from '#app/database/connection.server.ts'
import { bookAppointment } from '#app/domain/booking/book.server.ts'
import type { BookingContent } from '#app/domain/booking/booking-content.ts'
import type { Visitor } from '#app/domain/booking/held-back/gate.server.ts'
import { findDraft, submitDraft } from '#app/domain/booking/drafts.server.ts'
import type { BookingDeps } from '#app/domain/booking/deps.ts'
import { weekdays } from '#app/domain/clinic/clinic.ts'
import { clinicTimeZone, contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import type { WeekHours } from '#app/domain/clinic/sections.ts'
import { createPurges } from '#app/page-cache/purges.server.ts'
import { createQueue } from '#app/queue/queue.server.ts'
import { testVault } from './test-deps.ts'
import { buttonsIn, formWith, visitor } from './visitor.ts'
import { bookingOfAService } from './pages.ts'
import { clinicDate, nextClinicMidnight } from '#app/domain/shared/clinic-time.ts'
import { joinWaitlist } from '#app/domain/booking/waitlist/entries.server.ts'
import type { Wishes } from '#app/domain/booking/waitlist/wishes.ts'

const timeZone = 'America/Chicago'

/** A clinic time such as '2026-05-05T10:00' in epoch milliseconds. */
export const at = (text: string) => Temporal.ZonedDateTime.from(`${text}[${timeZone}]`).epochMilliseconds

/** A Monday morning. */
export const dayOne = at('2026-05-04T08:00')

/** A clinic that is open from 9 to 5 every day, with one person and one room. */
export const bookingRules: BookingContent = {
  stepMinutes: 30,
  bufferMinutes: 15,
  noticeHours: 4,
  horizonDays: 60,
  changeCutOffHours: 24,
  graceMinutes: 60,
  mostUpcoming: 3,
  mostOnlinePerHour: 30,
  rooms: [{ id: 'one', name: 'One' }],
  practitioners: [],
  usual: { minutes: 60 },
  services: {
    long: { minutes: 120 },
    asked: { confirmedByClinic: true },
    far: { byVideo: true },
    either: { byVideo: 'offered' },
  },
}

const hours = Object.fromEntries(weekdays.map((day) => [day, [{ opens: '09:00', closes: '17:00' }]])) as WeekHours

export function bookingDeps(database: Database, booking: BookingContent = bookingRules): BookingDeps {
  const clinic: BookingDeps['clinic'] = {
    facts: (moment) => ({ ...contentFacts(moment), timeZone, hours, closures: [], holidays: [] }),
  }
  return {
    database,
    vault: testVault(database),
    queue: createQueue(database),
    mailDomain: 'clinic.example',
    clinic,
    content: deliveredContent,
    booking,
    pages: createPurges(database, { invalidate: () => {} }),
  }
}

/** How often the pages that show free times were renewed. */
export const renewals = async ({ db }: Database) =>
  Number((await db.selectFrom('pagePurges').select('count').where('topic', '=', 'booking').executeTakeFirst())?.count)

type TestAppointment = {
  start?: string
  startsAt?: number
  n?: number
  serviceId?: string
  booking?: BookingContent
  /** The key of the database, if it belongs to a running site. */
  encryptionKey?: string
  personId?: string
  email?: string
} & Visitor

/** Books an appointment for patient number `n`. */
export async function bookTestAppointment(
  database: Database,
  {
    start = '2026-05-07T10:00',
    startsAt = at(start),
    n = 1,
    serviceId = 'general',
    booking,
    encryptionKey,
    personId,
    email = `p${n}@example.com`,
    ...visitor
  }: TestAppointment = {},
) {
  const deps = { ...bookingDeps(database, booking), vault: testVault(database, encryptionKey) }
  const patient = { name: `Patient ${n}`, email, phone: `(205) 555-${1000 + n}`, health: 'tired' }
  const saved = await submitDraft(deps, { serviceId, patient }, { now: dayOne })
  const id = saved.ok ? saved.id : ''
  const draft = await findDraft({ ...deps, db: database.db }, id, dayOne)
  if (!draft) throw new Error('there is no draft')
  return bookAppointment(deps, { draft, startsAt, personId, now: dayOne, ...visitor })
}

type Patient = { name: string; email: string; phone: string; health: string }

const dateIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** The query of the first offered time on a page of the widget, at least `days` ahead so that it can still be changed. */
export async function timeAhead(person: ReturnType<typeof visitor>, path: string, days = 3) {
  const page = async (query: string) => (await person.get(`${path}${query}`)).text()
  const day = await page(`?day=${dateIn(days)}`)
  const [, times = ''] = /<section class="times"(.*?)<\/section>/s.exec(day) ?? []
  // A day without times links to the next free one.
  const query =
    /<a class="slot" href="[^"?]*([^"#]*)#/.exec(times)?.[1] ?? /<a href="[^"?]*(\?day[^"#]*)/.exec(times)?.[1]
  if (!query) throw new Error('there is no free time')
  return plain(query)
}

/** A visitor without scripts or account books a time that can still be changed; returns the path of their link. */
export async function bookOnline(site: { url: string }, patient: Patient, service = bookingOfAService, days = 3) {
  const person = visitor(site)
  await person.post(service, patient)
  const path = '/booking/widget'
  const query = await timeAhead(person, path, days)
  const { fields } = formWith(await (await person.get(path + query)).text(), 'at')
  const answer = await person.post(path, fields)
  if (answer.status !== 303) throw new Error(`nothing was booked: ${answer.status}`)
  const end = await (await person.get(path)).text()
  const link = /href="(\/appointments\/[^"]+)"/.exec(end)?.[1]
  if (!link) throw new Error('there is no link')
  return { person, link }
}

const newAppointmentPath = '/admin/appointments/new'

/**
 * The admin books for caller number `n` at the first offered time that is far enough ahead for the patient to change it.
 * Returns the appointment's id.
 */
export async function bookByTelephone(admin: ReturnType<typeof visitor>, n: number, more: Record<string, string> = {}) {
  const press = async (go: string) => (await admin.post(newAppointmentPath, { service: services[0]!.id, go })).text()
  // On the last day of a month, the first days of the next are not far enough ahead.
  const month = /<table class="cal">.*?<\/table>/s.exec(await press(`?month=${dateIn(31).slice(0, 7)}`))![0]
  const day = buttonsIn(month, 'go').find((go) => (/day=([\d-]+)/.exec(go)?.[1] ?? '') >= dateIn(3))!
  const [time = ''] = buttonsIn(/<section class="times".*?<\/section>/s.exec(await press(day))![0], 'go')
  const { fields } = formWith(await press(time), 'phone')
  const caller = { name: `Caller ${n}`, phone: `(205) 555-${3000 + n}`, email: `caller${n}@example.com` }
  const answer = await admin.post(newAppointmentPath, { ...fields, ...caller, ...more })
  const id = /\/admin\/appointments\/([^#]+)/.exec(answer.headers.get('Location') ?? '')?.[1]
  if (!id) throw new Error(`nothing was booked: ${answer.status}`)
  return { id, answer }
}

export type PatientVisitor = ReturnType<typeof visitor>

export const patientEmail = (n: number) => `maya${n}@example.com`

/** The input of patient number `n` for the booking form. */
const patient = (n: number) => ({
  name: `Maya ${n}`,
  email: patientEmail(n),
  phone: `(${String(200 + Math.floor(n / 10_000_000))}) ${String(n % 10_000_000).padStart(7, '0')}`,
  health: 'xylophonic tiredness',
})

/** A visitor without scripts who has filled in the booking form at `path`; `headers`: what else their browser sends. */
export async function withDraft(
  site: { url: string },
  n: number,
  {
    headers,
    fields,
    path = bookingOfAService,
  }: { headers?: Record<string, string>; fields?: Record<string, string>; path?: string } = {},
): Promise<PatientVisitor> {
  const person = visitor(site, headers)
  const answer = await person.post(path, { ...patient(n), ...fields })
  if (answer.status !== 303) throw new Error(`the form got a ${answer.status}`)
  return person
}

/** The start times that a page offers, soonest first: the widget, or the page that moves an appointment. */
export async function offeredTimes(person: PatientVisitor, address = '/booking/widget'): Promise<string[]> {
  const answer = await person.get(address)
  const html = await answer.text()
  if (!answer.ok) throw new Error(`the times got a ${answer.status}`)
  return [...new Set([...html.matchAll(/<a class="slot" href="[^"]*[?;&]at=(\d+)/g)].map(([, at = '']) => at))]
}

/** The start of a time that stays on offer; the soonest one expires with each half hour. */
export const timeAheadFor = async (person: PatientVisitor) =>
  new URLSearchParams(await timeAhead(person, '/booking/widget')).get('at') ?? ''

/** Presses the widget's button. */
export const pressConfirm = (person: PatientVisitor, at: string) => person.post('/booking/widget', { at, who: '' })

/**
 * A time less than a day ahead that is not on a holiday (epoch milliseconds). An appointment on a day when the clinic is
 * closed could be moved until it begins.
 */
export function soonOnNoHoliday(now = Date.now()): number {
  const holidays = new Set(contentFacts(now).holidays.map(({ day }) => day))
  const midnight = nextClinicMidnight(now, clinicTimeZone)
  // The last two cover the evening before a holiday, and the holiday itself.
  const soon = [now + 3 * 3_600_000, midnight - 1, midnight].find(
    (at) => !holidays.has(clinicDate(at, clinicTimeZone).toString()),
  )
  if (soon === undefined) throw new Error('today and tomorrow are holidays')
  return soon
}

type Wish = Partial<Wishes> & { n?: number; booking?: BookingContent | undefined }

/** Person number `n` joins the waitlist, for any day and hour. Returns the id of their place. */
export async function joinTestWaitlist(database: Database, { n = 1, booking, ...wishes }: Wish = {}) {
  const contact = { name: `Wanda ${n}`, email: `wanda${n}@example.com`, phone: `(205) 555-${2000 + n}` }
  const usual = { serviceIds: ['general'], person: undefined, weekdays: [], fromTime: undefined, untilTime: undefined }
  const joining = { contact, wishes: { ...usual, lastDay: '2026-12-31', ...wishes } }
  const joined = await joinWaitlist(bookingDeps(database, booking), joining, { now: dayOne })
  return joined.ok ? joined.id : ''
}
