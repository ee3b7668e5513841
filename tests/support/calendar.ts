import { randomUUID } from 'node:crypto'
import type { Database } from '#app/database/connection.server.ts'
import type { AppointmentState } from '#app/domain/booking/appointment.ts'
import type { BookingContent } from '#app/domain/booking/booking-content.ts'
import { slotsOf } from '#app/domain/booking/busy.ts'
import { withBuffer } from '#app/domain/booking/open-times.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { deliveredBooking as content } from '#app/domain/booking/live-booking.server.ts'
import type { IncomingMessage } from 'node:http'
import type { Answer } from './hosted-services.ts'

/** Three practitioners, who share three rooms. */
export const clinicOfThree: BookingContent = {
  ...content,
  practitioners: [
    { id: 'meera', name: 'Meera Iyer' },
    { id: 'daniel', name: 'Daniel Cho' },
    { id: 'asha', name: 'Asha Thomas' },
  ],
  rooms: [
    { id: 'tulsi', name: 'Tulsi room' },
    { id: 'neem', name: 'Neem room' },
    { id: 'lotus', name: 'Lotus room' },
  ],
}

export type PlannedAppointment = {
  day: Temporal.PlainDate
  /** '10:30'. */
  start: string
  minutes?: number
  person: string
  room: string
  name: string
  email?: string
  serviceId?: string
  state?: AppointmentState
}

/** Adds appointments as the clinic has them, with what they reserve; returns their ids. */
export async function putAppointments(
  database: Database,
  planned: PlannedAppointment[],
  rules: BookingContent = clinicOfThree,
) {
  const rows = planned.map(({ day, start, minutes = 60, ...rest }) => {
    const from = day.toZonedDateTime({ timeZone: clinicTimeZone, plainTime: Temporal.PlainTime.from(start) })
    const startsAt = from.epochMilliseconds
    return { ...rest, id: randomUUID(), startsAt, endsAt: startsAt + minutes * 60_000 }
  })
  const held = rows.map(({ id, startsAt, endsAt, person, room }) => ({
    holder: `appointment:${id}` as const,
    resources: [`person:${person}`, `room:${room}`] as const,
    ...withBuffer({ startsAt, endsAt }, rules),
  }))
  await database.transaction(async (tx) => {
    await tx
      .insertInto('appointments')
      .values(
        rows.map(({ id, startsAt, endsAt, person, room, name, email = '', serviceId, state = 'confirmed' }) => ({
          id,
          draftId: null,
          serviceId: serviceId ?? 'general',
          state,
          startsAt,
          endsAt,
          person: `person:${person}` as const,
          room: `room:${room}` as const,
          name,
          email,
          phone: '(205) 555-0100',
          phoneDigits: '2055550100',
          health: null,
          healthKept: 0,
          bookedAt: startsAt - 86_400_000,
          cancelledFrom: null,
          undoUntil: null,
          revision: 0,
          linkVersion: 1,
        })),
      )
      .execute()
    await tx
      .insertInto('holds')
      .values(
        held.flatMap(({ holder, resources, from, until }) =>
          resources.map((resource) => ({ holder, resource, fromAt: from, untilAt: until })),
        ),
      )
      .execute()
    await tx
      .insertInto('heldQuanta')
      .values(
        held.flatMap(({ holder, resources, from, until }) =>
          resources.flatMap((resource) => slotsOf({ from, until }).map((quantum) => ({ resource, quantum, holder }))),
        ),
      )
      .execute()
  })
  return rows.map(({ id }) => id)
}

/** The next day from tomorrow on that is no weekend, at least `days` ahead. */
export function workdayAhead(days = 1) {
  const day = Temporal.Now.plainDateISO(clinicTimeZone).add({ days })
  return day.dayOfWeek > 5 ? day.add({ days: 8 - day.dayOfWeek }) : day
}

/** Lines of one event; more lines go before its end. */
export const calendarEvent = (uid: string, ...lines: string[]) =>
  ['BEGIN:VEVENT', `UID:${uid}`, 'DTSTAMP:20260101T000000Z', 'SUMMARY:xylophone lesson', ...lines, 'END:VEVENT'].join(
    '\r\n',
  )

/** A calendar of events (RFC 5545). */
export const calendarOf = (...events: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//example//EN', ...events, 'END:VCALENDAR', ''].join('\r\n')

export const utc = (at: number) => new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')

/** An hour of one event, as lines of `calendarEvent`. */
export const during = (from: number, until: number) => [`DTSTART:${utc(from)}`, `DTEND:${utc(until)}`]

export type CalendarAccount = {
  user: string
  password: string
  /** By the last parts of the addresses of its calendars: their events by UID. */
  calendars: Record<string, Record<string, string>>
  /** What people call them; of others the server says no name. */
  names?: Record<string, string>
  /** Raised by every change. */
  version: number
}

/**
 * A CalDAV server (RFC 4791) with one account, as far as reading goes: discovery (RFC 6764), PROPFIND and
 * calendar-multiget.
 */
export const answerCaldav =
  (account: CalendarAccount): Answer =>
  async (request, response) => {
    const send = (status: number, body = '', headers: Record<string, string> = {}) =>
      response.writeHead(status, { 'content-type': 'application/xml; charset=utf-8', ...headers }).end(body)
    const expected = `Basic ${Buffer.from(`${account.user}:${account.password}`).toString('base64')}`
    if (request.headers.authorization !== expected) return send(401, '', { 'www-authenticate': 'Basic' })
    const path = new URL(request.url ?? '/', 'http://calendar.test').pathname
    if (path === '/.well-known/caldav') return send(301, '', { location: '/dav/' })
    const [, , , name, file] = path.split('/')
    const body = await readAll(request)
    if (request.method === 'REPORT') {
      const asked = [...body.matchAll(/<d:href>([^<]+)</g)].map(([, href]) => href!.trim())
      return send(207, multistatus(asked.map((href) => eventAnswer(account, href))))
    }
    if (request.method !== 'PROPFIND') return send(405)
    if (path === '/dav/') return send(207, multistatus([answerOf(path, href('current-user-principal', '/dav/me/'))]))
    if (path === '/dav/me/' && body.includes('calendar-home-set'))
      return send(207, multistatus([answerOf(path, href('calendar-home-set', '/dav/me/', 'C'))]))
    if (path === '/dav/me/') {
      const own = Object.keys(account.calendars).map((one) => calendarAnswer(account, one))
      return send(207, multistatus([answerOf(path, collection), ...own]))
    }
    const events = name === undefined ? undefined : account.calendars[decodeURIComponent(name)]
    if (!events || file) return send(404)
    const depth = request.headers.depth
    const listed =
      depth === '1'
        ? Object.keys(events).map((uid) =>
            answerOf(`${path}${encodeURIComponent(uid)}.ics`, '<D:getetag>"1"</D:getetag><D:resourcetype/>'),
          )
        : []
    send(207, multistatus([calendarAnswer(account, decodeURIComponent(name!)), ...listed]))
  }

const collection = '<D:resourcetype><D:collection/></D:resourcetype>'

const href = (name: string, path: string, prefix = 'D') =>
  `${collection}<${prefix}:${name}><D:href>${path}</D:href></${prefix}:${name}>`

const calendarAnswer = ({ version, names = {} }: CalendarAccount, name: string) =>
  answerOf(
    `/dav/me/${encodeURIComponent(name)}/`,
    `<D:displayname>${(names[name] ?? '').replaceAll('&', '&amp;')}</D:displayname><D:resourcetype><D:collection/><C:calendar/></D:resourcetype><S:getctag>${version}</S:getctag>` +
      '<C:supported-calendar-component-set><C:comp name="VEVENT"/></C:supported-calendar-component-set>',
  )

function eventAnswer({ calendars }: CalendarAccount, path: string) {
  const [, , , name = '', file = ''] = path.split('/')
  const event = calendars[decodeURIComponent(name)]?.[decodeURIComponent(file).replace(/\.ics$/, '')]
  if (!event) return `<D:response><D:href>${path}</D:href><D:status>HTTP/1.1 404 Not Found</D:status></D:response>`
  return answerOf(path, `<C:calendar-data>${calendarOf(event).replaceAll('&', '&amp;')}</C:calendar-data>`)
}

const answerOf = (path: string, props: string) =>
  `<D:response><D:href>${path}</D:href><D:propstat><D:prop>${props}</D:prop>` +
  '<D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>'

const multistatus = (answers: string[]) =>
  '<?xml version="1.0"?><D:multistatus xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" ' +
  `xmlns:S="http://calendarserver.org/ns/">${answers.join('')}</D:multistatus>`

async function readAll(request: IncomingMessage) {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
