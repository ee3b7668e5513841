import type { BackupState } from '#app/database/backups/backups.server.ts'
import type { Database } from '#app/database/connection.server.ts'
import { findFailedAdminSignIns } from '#app/domain/accounts/failed-sign-ins.server.ts'
import { findLastVerification } from '#app/domain/audit/verifications.server.ts'
import { listPostsWithClaims } from '#app/domain/blog/post-decisions.server.ts'
import { getFeedHealth } from '#app/domain/blog/posts.server.ts'
import type { Appointment } from '#app/domain/booking/appointment.ts'
import {
  findAppointment,
  listRequests,
  findWithoutOutcome,
  listAppointments,
} from '#app/domain/booking/appointments.server.ts'
import { listDueErasures } from '#app/domain/booking/retention.server.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { countWaitingMessages, listOldestWaitingMessages, findInboxMessage } from '#app/domain/contact/inbox.server.ts'
import { countNewOrders, listOldestNewOrders } from '#app/domain/orders/order-list.server.ts'
import { findMissedNewsletters } from '#app/domain/newsletter/missed-newsletters.server.ts'
import { isWaitingForServer } from '#app/domain/newsletter/campaign-results.server.ts'
import { findOrder } from '#app/domain/orders/orders.server.ts'
import { countFailed, listFailedEmails } from '#app/domain/outbox/failed-emails.server.ts'
import { parseEmailIds, type EmailKind } from '#app/domain/outbox/email-kinds.ts'
import type { Email } from '#app/domain/outbox/emails.server.ts'
import { countWaitingForServer } from '#app/domain/outbox/waiting-emails.server.ts'
import { clinicDate, clinicDayBounds } from '#app/domain/shared/clinic-time.ts'
import { type BackupTrouble, backupTrouble } from './backup-health.ts'
import { type EmailAbout, mostShown, mostVisits, type Today, type TodaySection, type Undelivered } from './today.ts'

type Deps = {
  database: Database
  feed: { id: string }
  emailsLeave: boolean
  config: { healthRetentionDays: number }
  backups: { state(): Promise<BackupState> }
}

type Of = Pick<Deps, 'feed' | 'config'> & { now: number }

/** In the order in which they are to be done; a new one is one line here and its words in content/pages/admin-today. */
const sections: ((database: Database, of: Of) => Promise<TodaySection>)[] = [
  visits,
  visitRequests,
  withoutOutcome,
  undelivered,
  missedNewsletters,
  newOrders,
  unreadMessages,
  claimingPosts,
  dueForErasure,
  failedSignIns,
  brokenTrail,
]

export async function readToday({ database, feed, emailsLeave, config, backups }: Deps, now: number): Promise<Today> {
  const all = await Promise.all(sections.map((section) => section(database, { feed, config, now })))
  const [waitingForServer, failed, newsletter, health, backup] = await Promise.all([
    countWaitingForServer(database),
    countFailed(database),
    isWaitingForServer(database),
    getFeedHealth({ database, feed }),
    backups.state(),
  ])
  const trouble = backupTrouble(backup, now)
  return {
    sections: [...all, sectionOf(trouble)].filter(({ count }) => count > 0),
    wellbeing: {
      mail: { leaves: emailsLeave, ...waitingForServer, failed, newsletterWaits: newsletter },
      feed: health,
      backup: {
        ...(backup.madeAt !== undefined && { madeAt: backup.madeAt }),
        ...(backup.drill && { triedAt: backup.drill.at }),
        troubled: trouble !== undefined,
        onDiskOfData: backup.onDiskOfData,
      },
      alarms: all.some(({ kind, count }) => (kind === 'audit' || kind === 'missed') && count > 0),
    },
  }
}

const sectionOf = (trouble: BackupTrouble | undefined): TodaySection => ({
  kind: 'backup',
  items: trouble ? [trouble] : [],
  count: trouble ? 1 : 0,
})

/** Who comes on this day of the clinic's calendar, until each visit is completed or a no-show. */
async function visits({ db }: Database, { now }: { now: number }): Promise<TodaySection> {
  const day = clinicDayBounds(clinicDate(now, clinicTimeZone).toString(), clinicTimeZone)
  const coming = (await listAppointments(db, day)).filter(({ state, name }) => state === 'confirmed' && name !== '')
  return { kind: 'visits', items: coming.slice(0, mostVisits).map(visitOf), count: coming.length }
}

/** What patients asked for and nobody answered yet. */
async function visitRequests({ db }: Database, { now }: { now: number }): Promise<TodaySection> {
  const requests = await listRequests(db, now)
  return { kind: 'requests', items: requests.slice(0, mostShown).map(visitOf), count: requests.length }
}

/** Visits of earlier days of which nobody said whether the patient came, the longest past first. */
async function withoutOutcome({ db }: Database, { now }: { now: number }): Promise<TodaySection> {
  const { from } = clinicDayBounds(clinicDate(now, clinicTimeZone).toString(), clinicTimeZone)
  const { appointments, count } = await findWithoutOutcome(db, { before: from, most: mostShown })
  return { kind: 'outcomes', items: appointments.map(visitOf), count }
}

async function missedNewsletters(database: Database): Promise<TodaySection> {
  const missed = await findMissedNewsletters(database)
  return { kind: 'missed', items: missed.slice(0, mostShown), count: missed.length }
}

const visitOf = ({ id, name, phone, startsAt: at, endsAt, serviceId, room }: Appointment) => ({
  id,
  name,
  at,
  serviceId,
  minutes: Math.round((endsAt - at) / 60_000),
  ...(phone && { phone }),
  ...(room && { room }),
})

async function undelivered(database: Database): Promise<TodaySection> {
  const [emails, count] = await Promise.all([listFailedEmails(database, mostShown), countFailed(database)])
  const items = await Promise.all(emails.map((email) => undeliveredOf(database, email)))
  return { kind: 'undelivered', items, count }
}

type Failed = Pick<Email, 'id' | 'kind' | 'ids' | 'recipient'> & { createdAt: number }

async function undeliveredOf(database: Database, email: Failed): Promise<Undelivered> {
  const { id: emailId, kind: emailKind, recipient, createdAt: at } = email
  const about = await emailAbout(database, email)
  return { emailId, emailKind, recipient, at, toClinic: toClinic.has(emailKind), ...(about && { about }) }
}

const toClinic: ReadonlySet<EmailKind> = new Set(['order-notice', 'contact-message', 'appointment-notice', 'today'])

/** Whom an email is about, as far as that is still known. */
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

async function dueForErasure(database: Database, { config, now }: Of): Promise<TodaySection> {
  return { kind: 'erasures', ...(await listDueErasures({ database, config }, now, mostShown)) }
}

async function newOrders(database: Database): Promise<TodaySection> {
  const [items, count] = await Promise.all([listOldestNewOrders(database, mostShown), countNewOrders(database)])
  return { kind: 'orders', items, count }
}

async function unreadMessages(database: Database): Promise<TodaySection> {
  const [messages, count] = await Promise.all([
    listOldestWaitingMessages(database, mostShown),
    countWaitingMessages(database),
  ])
  const items = messages.map(({ id, name, sentAt: at, text }) => ({ id, name, at, text: firstLine(text) }))
  return { kind: 'messages', items, count }
}

/** As much of a message as fits into a line. */
function firstLine(text: string) {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > longestLine ? `${line.slice(0, longestLine).toWellFormed()}…` : line
}

const longestLine = 100

async function claimingPosts(database: Database, { feed }: Pick<Deps, 'feed'>): Promise<TodaySection> {
  const posts = await listPostsWithClaims({ database, feed })
  const items = posts
    .slice(0, mostShown)
    .map(({ address, title, readAt: at, sentences }) => ({ address, title, sentences, at }))
  return { kind: 'posts', items, count: posts.length }
}

async function failedSignIns(database: Database, { now }: { now: number }): Promise<TodaySection> {
  const failed = await findFailedAdminSignIns(database, now)
  return { kind: 'sign-ins', items: failed ? [failed] : [], count: failed ? 1 : 0 }
}

async function brokenTrail(database: Database): Promise<TodaySection> {
  const last = await findLastVerification(database)
  if (!last || last.state.ok) return { kind: 'audit', items: [], count: 0 }
  const { fault, entry } = last.state
  return { kind: 'audit', items: [{ fault, entry, at: last.at }], count: 1 }
}
