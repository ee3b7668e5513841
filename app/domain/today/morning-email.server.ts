import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { sendEmail } from '#app/domain/outbox/emails.server.ts'
import { clinicDate } from '#app/domain/shared/clinic-time.ts'
import type { Queue } from '#app/queue/queue.server.ts'

/** On the clinic's clock, whatever the length of its day (product decisions, 'Today'). */
const hour = Temporal.PlainTime.from('07:00')

/** When the email of one of the clinic's days is due, in epoch milliseconds. */
const dueAt = (day: Temporal.PlainDate) =>
  day.toZonedDateTime({ timeZone: clinicTimeZone, plainTime: hour }).epochMilliseconds

/** When the next email is to be accepted: now, while the one of today is overdue. */
export async function nextMorningEmailAt(tx: Tx, now: number) {
  const today = clinicDate(now, clinicTimeZone)
  if (now < dueAt(today)) return dueAt(today)
  const last = await tx.selectFrom('todayEmails').select('day').orderBy('day', 'desc').limit(1).executeTakeFirst()
  // A site that is started for the first time has missed nothing.
  const isOverdue = last !== undefined && last.day < today.toString()
  return isOverdue ? now : dueAt(today.add({ days: 1 }))
}

type Deps = { database: Database; queue: Queue; mailDomain: string; adminEmail: string }

/**
 * Accepts the email of the clinic's day, once it is due; each day has one, however many processes try, and none comes
 * after its day is over.
 */
export async function acceptMorningEmail({ database, queue, mailDomain, adminEmail }: Deps, now: number) {
  const today = clinicDate(now, clinicTimeZone)
  if (now < dueAt(today)) return
  const day = today.toString()
  await database.transaction(async (tx) => {
    const first = await tx
      .insertInto('todayEmails')
      .values({ day, acceptedAt: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('day')
      .executeTakeFirst()
    if (first) await sendEmail({ tx, queue, mailDomain }, { kind: 'today', ids: { day }, recipient: adminEmail })
  })
}

const punctualMs = 15 * 60_000

/** What an email that is written now says of its day; undefined when that is over, and another email follows. */
export function morningEmailOf(day: string, now: number): { late: boolean } | undefined {
  const today = clinicDate(now, clinicTimeZone)
  if (day !== today.toString()) return undefined
  return { late: now - dueAt(today) > punctualMs }
}
