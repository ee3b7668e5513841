import { type PayableKind, readSubject, type Subject } from '#app/domain/payments/subject.ts'
import type { BackupState } from '#app/database/backups/backups.server.ts'
import type { Database } from '#app/database/connection.server.ts'
import type { CopyHealth } from '#app/database/copy/copy-state.server.ts'
import { listLeavers } from '#app/domain/accounts/handovers.server.ts'
import { findFailedAdminSignIns } from '#app/domain/accounts/failed-sign-ins.server.ts'
import { findLastVerification } from '#app/domain/audit/verifications.server.ts'
import { listPostsWithClaims } from '#app/domain/blog/post-decisions.server.ts'
import { getFeedHealth } from '#app/domain/blog/posts.server.ts'
import {
  type Appointment,
  type ClosedDays,
  isAccepted,
  isInClosure,
  isUpcoming,
} from '#app/domain/booking/appointment.ts'
import {
  listAppointmentsById,
  listDaysOfPlans,
  findAppointment,
  listHeldBack,
  listRequests,
  findWithoutOutcome,
  listAppointments,
  listUpcomingWith,
} from '#app/domain/booking/appointments.server.ts'
import { listDueErasures } from '#app/domain/booking/retention.server.ts'
import { listUnpaidFees } from '#app/domain/booking/fees/fees.server.ts'
import { listAsked } from '#app/domain/booking/waitlist/summary.server.ts'
import { isAvailable } from '#app/domain/catalogue/product.ts'
import { listProducts } from '#app/domain/catalogue/products.ts'
import { countedItems } from '#app/domain/catalogue/stock.ts'
import { listLowStock } from '#app/domain/catalogue/stock.server.ts'
import type { Lists } from '#app/domain/content/content-record.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { countWaitingMessages, listOldestWaitingMessages, findInboxMessage } from '#app/domain/contact/inbox.server.ts'
import { countNewOrders, listOldestNewOrders } from '#app/domain/orders/order-list.server.ts'
import { findStoppedNewsletters } from '#app/domain/newsletter/campaigns.server.ts'
import { isWaitingForServer } from '#app/domain/newsletter/campaign-results.server.ts'
import { findOrder } from '#app/domain/orders/orders.server.ts'
import { countFailed, listFailedEmails } from '#app/domain/outbox/failed-emails.server.ts'
import { parseEmailIds, type EmailKind } from '#app/domain/outbox/email-kinds.server.ts'
import type { Email } from '#app/domain/outbox/emails.server.ts'
import { countWaitingForServer } from '#app/domain/outbox/waiting-emails.server.ts'
import { listOpenRequests } from '#app/domain/patients/data-requests.server.ts'
import { findCollisions } from '#app/domain/booking/collisions.server.ts'
import { isSilent, listCalendars } from '#app/domain/private-calendars/private-calendars.server.ts'
import { listProviderTroubles } from '#app/domain/payments/provider-health.server.ts'
import { findUnregistered } from '#app/domain/text-messages/texts.server.ts'
import { listAlarmingDifferences } from '#app/domain/payments/reconcile.server.ts'
import { describeSubject } from '#app/domain/payments/describe-subject.ts'
import { listUnusedDeskMoney } from '#app/domain/booking/plans/prepaid.server.ts'
import { listWaitingRefunds } from '#app/domain/payments/waiting-refunds.server.ts'
import { clinicDate, clinicDayBounds } from '#app/domain/shared/clinic-time.ts'
import type { Scope } from '#app/domain/shared/scope.ts'
import { findBackupFailure } from './backup-health.ts'
import { findCopyFailure } from './copy-health.ts'
import {
  type EmailAbout,
  mostShown,
  mostAppointments,
  type Today,
  type TodaySection,
  type Undelivered,
} from './today.ts'

type Deps = {
  database: Database
  content: Lists
  clinic: { facts(now: number): ClosedDays }
  feed: { id: string }
  emailsLeave: boolean
  config: { healthRetentionDays: number }
  backups: { state(): Promise<BackupState> }
  copy?: { state(): Promise<CopyHealth> } | undefined
}

type SectionOptions = Pick<Deps, 'content' | 'feed' | 'config'> & { closedDays: ClosedDays; now: number; scope: Scope }

/** In the order of the page. Texts are in content/pages/admin-today.ts. */
const sections: ((database: Database, options: SectionOptions) => Promise<TodaySection>)[] = [
  todaysAppointments,
  requests,
  heldBack,
  withoutOutcome,
  dataRequests,
  inClosures,
  collisions,
  handovers,
  silentCalendars,
  undelivered,
  missedNewsletters,
  refusedNewsletters,
  newOrders,
  unpaidFees,
  paymentTroubles,
  waitingRefunds,
  paymentDifferences,
  unregisteredNumber,
  lowStock,
  offersOut,
  unreadMessages,
  postsWithClaims,
  dueForErasure,
  failedSignIns,
  brokenTrail,
]

export async function readToday(
  { database, content, clinic, feed, emailsLeave, config, backups, copy }: Deps,
  now: number,
): Promise<Today> {
  const options: SectionOptions = { content, feed, config, closedDays: clinic.facts(now), now, scope: 'everything' }
  const all = await Promise.all(sections.map((section) => section(database, options)))
  const [waitingForServer, failed, newsletter, health, backup, copied] = await Promise.all([
    countWaitingForServer(database),
    countFailed(database),
    isWaitingForServer(database),
    getFeedHealth({ database, feed }),
    backups.state(),
    copy?.state(),
  ])
  const backupFailure = findBackupFailure(backup, now)
  const failures = [backupFailure, findCopyFailure(copied, now)].filter((failure) => failure !== undefined)
  return {
    sections: [...all, { kind: 'backup' as const, items: failures, count: failures.length }].filter(
      ({ count }) => count > 0,
    ),
    health: {
      mail: { leaves: emailsLeave, ...waitingForServer, failed, newsletterWaits: newsletter },
      feed: health,
      backup: {
        ...(backup.madeAt !== undefined && { madeAt: backup.madeAt }),
        ...(backup.drill && { triedAt: backup.drill.at }),
        failing: backupFailure !== undefined,
        onDiskOfData: backup.onDiskOfData,
      },
      alarms: all.some(({ kind, count }) => alarming.includes(kind) && count > 0),
    },
  }
}

const alarming: TodaySection['kind'][] = ['audit', 'missed', 'refused', 'payments']

/** Today's accepted appointments that have no outcome. */
async function todaysAppointments({ db }: Database, { now }: SectionOptions): Promise<TodaySection> {
  const day = clinicDayBounds(clinicDate(now, clinicTimeZone).toString(), clinicTimeZone)
  const confirmed = (await listAppointments(db, 'everything', day)).filter((one) => isAccepted(one) && one.name !== '')
  return { kind: 'appointments', items: confirmed.slice(0, mostAppointments).map(toItem), count: confirmed.length }
}

/** What waits for one practitioner; the rest of Today is of the whole clinic. */
export async function readOwnToDo(database: Database, scope: Scope, now: number): Promise<TodaySection[]> {
  const sections = await Promise.all([requests(database, { now, scope }), withoutOutcome(database, { now, scope })])
  return sections.filter(({ count }) => count > 0)
}

type OwnOptions = Pick<SectionOptions, 'now' | 'scope'>

async function requests({ db }: Database, { now, scope }: OwnOptions): Promise<TodaySection> {
  const items = toRequestItems(await listRequests(db, scope, now))
  return { kind: 'requests', items: items.slice(0, mostShown), count: items.length }
}

/** Online bookings that hold no time, since they may be a flood. */
async function heldBack({ db }: Database, { now, scope }: SectionOptions): Promise<TodaySection> {
  const items = toRequestItems(await listHeldBack(db, scope, now))
  return { kind: 'held-back', items: items.slice(0, mostShown), count: items.length }
}

/** All days of a plan are one. */
const toRequestItems = (requests: Appointment[]) =>
  [...Map.groupBy(requests, ({ id, planId }) => planId ?? id).values()].map(([first, ...others]) => ({
    ...toItem(first!),
    ...(others.length > 0 && { planDays: others.length + 1 }),
  }))

/** Accepted appointments of earlier days without an outcome, the oldest first. */
async function withoutOutcome({ db }: Database, { now, scope }: OwnOptions): Promise<TodaySection> {
  const { from } = clinicDayBounds(clinicDate(now, clinicTimeZone).toString(), clinicTimeZone)
  const { appointments, count } = await findWithoutOutcome(db, scope, { before: from, most: mostShown })
  return { kind: 'outcomes', items: appointments.map(toItem), count }
}

/** Overdue ones first. */
async function dataRequests({ db }: Database, { now }: SectionOptions): Promise<TodaySection> {
  const { items, count } = await listOpenRequests(db, mostShown)
  const today = clinicDate(now, clinicTimeZone)
  return {
    kind: 'data-requests',
    items: items.map(({ personId: id, at, name, kind }) => {
      return { id, at, name, kind, daysLeft: today.until(clinicDate(at, clinicTimeZone)).days }
    }),
    count,
  }
}

/** The clinic has closed since they were booked, and nobody has moved them. */
async function inClosures(database: Database, { closedDays, now }: SectionOptions): Promise<TodaySection> {
  const upcoming = await listAppointments(database.db, 'everything', { from: now, until: now + furthestMs })
  const found = upcoming.filter((one) => isUpcoming(one, now) && isInClosure(one, closedDays))
  const items = found.map(({ id, name, phone, startsAt: at }) => ({ id, name, at, ...(phone && { phone }) }))
  return { kind: 'closures', items: items.slice(0, mostShown), count: found.length }
}

/** As far ahead as staff can book. */
const furthestMs = 366 * 24 * 3_600_000

async function collisions(database: Database, { now }: SectionOptions): Promise<TodaySection> {
  const found = await findCollisions(database, 'everything', now)
  const items = found.map(({ id, name, phone, startsAt: at }) => ({ id, name, at, ...(phone && { phone }) }))
  return { kind: 'collisions', items: items.slice(0, mostShown), count: found.length }
}

async function handovers(database: Database, { now }: SectionOptions): Promise<TodaySection> {
  const found = await listUpcomingWith(database.db, await listLeavers(database), now)
  const items = found.map(({ id, name, phone, startsAt: at }) => ({ id, name, at, ...(phone && { phone }) }))
  return { kind: 'handovers', items: items.slice(0, mostShown), count: found.length }
}

async function silentCalendars(database: Database, { now }: SectionOptions): Promise<TodaySection> {
  const silent = (await listCalendars(database, 'everything')).filter((calendar) => isSilent(calendar, now))
  const items = silent.map(({ id, person, readAt, addedAt }) => ({ id, person, at: readAt ?? addedAt }))
  return { kind: 'calendars', items: items.slice(0, mostShown), count: silent.length }
}

async function missedNewsletters(database: Database): Promise<TodaySection> {
  const missed = await findStoppedNewsletters(database, 'late')
  return { kind: 'missed', items: missed.slice(0, mostShown), count: missed.length }
}

async function refusedNewsletters(database: Database): Promise<TodaySection> {
  const refused = await findStoppedNewsletters(database, 'refused')
  return { kind: 'refused', items: refused.slice(0, mostShown), count: refused.length }
}

const toItem = ({ id, name, phone, state, startsAt: at, endsAt, serviceId, room }: Appointment) => ({
  id,
  name,
  at,
  state,
  serviceId,
  minutes: Math.round((endsAt - at) / 60_000),
  ...(phone && { phone }),
  ...(room && { room }),
})

async function undelivered(database: Database): Promise<TodaySection> {
  const [emails, count] = await Promise.all([listFailedEmails(database, mostShown), countFailed(database)])
  const items = await Promise.all(emails.map((email) => toUndelivered(database, email)))
  return { kind: 'undelivered', items, count }
}

type Failed = Pick<Email, 'id' | 'kind' | 'ids' | 'recipient'> & { createdAt: number }

async function toUndelivered(database: Database, email: Failed): Promise<Undelivered> {
  const { id: emailId, kind: emailKind, recipient, createdAt: at } = email
  const about = await emailAbout(database, email)
  return { emailId, emailKind, recipient, at, toClinic: toClinic.has(emailKind), ...(about && { about }) }
}

const toClinic: ReadonlySet<EmailKind> = new Set(['order-notice', 'contact-message', 'appointment-notice', 'today'])

/** The person and record that an email is about, if they still exist. */
export async function emailAbout(
  database: Pick<Database, 'db'>,
  { kind, ids }: Pick<Email, 'kind' | 'ids'>,
): Promise<EmailAbout | undefined> {
  const named = parseEmailIds(kind, { ids })
  if ('orderId' in named) {
    const order = await findOrder(database, named.orderId)
    return order && { name: order.name, orderNumber: order.number, ...(order.phone && { phone: order.phone }) }
  }
  if ('contactMessageId' in named) {
    const message = await findInboxMessage(database, named.contactMessageId)
    return message && { name: message.name, messageId: message.id }
  }
  if ('appointmentId' in named) {
    const appointment = await findAppointment(database.db, named.appointmentId)
    if (!appointment) return undefined
    const { id: appointmentId, name, phone } = appointment
    return { name, appointmentId, ...(phone && { phone }) }
  }
  return undefined
}

async function dueForErasure(database: Database, { config, now }: SectionOptions): Promise<TodaySection> {
  return { kind: 'erasures', ...(await listDueErasures({ database, config }, now, mostShown)) }
}

async function newOrders(database: Database): Promise<TodaySection> {
  const [items, count] = await Promise.all([listOldestNewOrders(database, mostShown), countNewOrders(database)])
  return { kind: 'orders', items, count }
}

async function unpaidFees({ db }: Database): Promise<TodaySection> {
  const unpaid = await listUnpaidFees(db)
  const items = unpaid.slice(0, mostShown).map(({ appointment: { id, name, phone }, ...fee }) => {
    return { id, name, ...(phone && { phone }), ...fee }
  })
  return { kind: 'fees', items, count: unpaid.length }
}

async function paymentTroubles({ db }: Database, { now }: SectionOptions): Promise<TodaySection> {
  const items = (await listProviderTroubles(db, now)).map(({ since: at, ...trouble }) => ({ ...trouble, at }))
  return { kind: 'payments', items, count: items.length }
}

async function waitingRefunds({ db }: Database): Promise<TodaySection> {
  const online = await listWaitingRefunds(db)
  const atDesk = await listUnusedDeskMoney(db)
  const names = await nameBooked(
    db,
    online.map(({ subject }) => subject),
  )
  const items = [
    ...online.map(({ paymentId, subject, amountCents, at }) => ({
      ...{ path: `payments/${paymentId}`, amountCents, at },
      ...{ canceled: describeSubject(subject), name: names.get(subject) },
    })),
    ...atDesk.map(({ id, amountCents, at }) => ({ path: `plans/${id}`, amountCents, at })),
  ]
  return { kind: 'refunds', items: items.slice(0, mostShown), count: items.length }
}

/** By whom appointments and plans were booked. */
async function nameBooked(db: Database['db'], subjects: readonly Subject[]): Promise<ReadonlyMap<Subject, string>> {
  const refsOf = (wanted: PayableKind) =>
    subjects.map(readSubject).flatMap(({ kind, ref }) => (kind === wanted ? [ref] : []))
  const [appointments, plans] = [refsOf('appointment'), refsOf('plan')]
  const days = plans.length > 0 ? await listDaysOfPlans(db, plans) : []
  return new Map([
    ...(await listAppointmentsById(db, appointments)).map(({ id, name }) => [`appointment:${id}`, name] as const),
    ...days.map(({ planId, name }) => [`plan:${planId ?? ''}`, name] as const),
  ])
}

async function paymentDifferences({ db }: Database): Promise<TodaySection> {
  const all = (await listAlarmingDifferences(db)).map((one) => ({ ...one, at: one.foundAt }))
  return { kind: 'differences', items: all.slice(0, mostShown), count: all.length }
}

async function unregisteredNumber({ db }: Database, { now }: SectionOptions): Promise<TodaySection> {
  const at = await findUnregistered(db, now)
  return { kind: 'texts', items: at === undefined ? [] : [{ at }], count: at === undefined ? 0 : 1 }
}

/** Of what is offered: the rest waits for nobody. */
async function lowStock(database: Database, { content }: Pick<Deps, 'content'>): Promise<TodaySection> {
  const offered = countedItems(listProducts(content).filter(isAvailable))
  const low = await listLowStock(database)
  const items = low.flatMap(({ saleItem, left, changedAt: at }) => {
    const item = offered.find(({ id }) => id === saleItem)
    return item ? [{ id: saleItem, name: item.name, left, at }] : []
  })
  return { kind: 'stock', items: items.slice(0, mostShown), count: items.length }
}

async function offersOut({ db }: Database, { now }: SectionOptions): Promise<TodaySection> {
  const asked = await listAsked(db, 'everything', now)
  const items = asked.map(({ id, name, phone, until: at }) => ({ id, name, at, ...(phone && { phone }) }))
  return { kind: 'offers', items: items.slice(0, mostShown), count: asked.length }
}

async function unreadMessages(database: Database, { now }: SectionOptions): Promise<TodaySection> {
  const [messages, count] = await Promise.all([
    listOldestWaitingMessages(database, { most: mostShown, now }),
    countWaitingMessages(database, now),
  ])
  const items = messages.map(({ id, name, sentAt: at, text }) => ({ id, name, at, text: excerpt(text) }))
  return { kind: 'messages', items, count }
}

function excerpt(text: string) {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > longestLine ? `${line.slice(0, longestLine).toWellFormed()}…` : line
}

const longestLine = 100

async function postsWithClaims(database: Database, { feed }: Pick<Deps, 'feed'>): Promise<TodaySection> {
  const posts = await listPostsWithClaims({ database, feed })
  const items = posts
    .slice(0, mostShown)
    .map(({ address, title, readAt: at, sentences }) => ({ address, title, sentences, at }))
  return { kind: 'posts', items, count: posts.length }
}

async function failedSignIns(database: Database, { now }: SectionOptions): Promise<TodaySection> {
  const failed = await findFailedAdminSignIns(database, now)
  return { kind: 'sign-ins', items: failed ? [failed] : [], count: failed ? 1 : 0 }
}

async function brokenTrail(database: Database): Promise<TodaySection> {
  const last = await findLastVerification(database)
  if (!last || last.state.ok) return { kind: 'audit', items: [], count: 0 }
  const { fault, entry } = last.state
  return { kind: 'audit', items: [{ fault, entry, at: last.at }], count: 1 }
}
