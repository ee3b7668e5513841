import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { sendEmail } from '#app/domain/outbox/emails.server.ts'
import { clinicDate } from '#app/domain/shared/clinic-time.ts'
import type { Queue } from '#app/queue/queue.server.ts'

/** On the clinic's clock (product decisions, 'Today'). */
const hour = Temporal.PlainTime.from('07:00')

const dueAt = (day: Temporal.PlainDate) =>
  day.toZonedDateTime({ timeZone: clinicTimeZone, plainTime: hour }).epochMilliseconds

/** When to send the next email: now, if today's is overdue. */
export async function nextMorningEmailAt(tx: Tx, now: number) {
  const today = clinicDate(now, clinicTimeZone)
  if (now < dueAt(today)) return dueAt(today)
  const last = await tx.selectFrom('todayEmails').select('day').orderBy('day', 'desc').limit(1).executeTakeFirst()
  // A new site has missed no email.
  const isOverdue = last !== undefined && last.day < today.toString()
  return isOverdue ? now : dueAt(today.add({ days: 1 }))
}

type Deps = { database: Database; queue: Queue; mailDomain: string; adminEmail: string }

/** Sends the email of the clinic's day once it is due: one a day, however many processes try. */
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

/** Undefined when the day is over, and another email follows. */
export function morningEmailOf(day: string, now: number): { late: boolean } | undefined {
  const today = clinicDate(now, clinicTimeZone)
  if (day !== today.toString()) return undefined
  return { late: now - dueAt(today) > punctualMs }
}
