import type { Database } from '#app/database/connection.server.ts'
import type { Subject } from '#app/domain/payments/subject.ts'
import { confirmWithPassword, type signInAsAdmin } from '#tests/support/admin.ts'
import { formWith } from '#tests/support/visitor.ts'
import { until } from '#tests/support/timing.ts'
import { attempt, type Deps } from './visitors.ts'

/** A press of staff's Refund, or several of one form. `seenCents`: what had been refunded on its page. */
export type Press = {
  paymentId: string
  key: string
  cents: number
  seenCents: number
  answer: 'accepted' | 'rejected' | 'unknown'
}

type Opening = {
  admin: Awaited<ReturnType<typeof signInAsAdmin>>
  withDatabase<Answer>(work: (database: Database) => Promise<Answer>): Promise<Answer>
}

/** Staff who refund what was paid online. */
export function openRefunds({ admin, withDatabase }: Opening) {
  const presses: Press[] = []

  /** Of what paid for a subject; undefined if nothing of it is left. */
  async function openForm(paymentId: string) {
    const html = await (await admin.get(`/admin/payments/${paymentId}`)).text()
    const left = /Up to \$([\d.,]+) can be sent back/.exec(html)?.[1]?.replaceAll(',', '')
    if (!left) return undefined
    const { key = '', seen } = formWith(html, 'amount').fields
    return { key, seenCents: Number(seen), leftCents: Math.round(Number(left) * 100) }
  }

  async function press(deps: Deps, one: Press) {
    const fields = { intent: 'refund', key: one.key, seen: String(one.seenCents), amount: String(one.cents / 100) }
    const answered = await attempt(deps, () => confirmWithPassword(admin, `/admin/payments/${one.paymentId}`, fields))
    return answered?.status
  }

  /** Whole or in part, once it is paid; sometimes pressed twice at once, in one window or in two. */
  async function refund(deps: Deps, subject: Subject) {
    const { chance } = deps
    const found = until(() => withDatabase((database) => findPaid(database, subject)), 3_000)
    const { id: paymentId } = (await found.catch(() => undefined)) ?? {}
    if (!paymentId) return
    const isWhole = chance.next() < 0.4
    const forms = await Promise.all(
      Array.from({ length: chance.oneOf([1, 1, 2]) }, () => attempt(deps, () => openForm(paymentId))),
    )
    const times = chance.oneOf([1, 1, 2])
    await Promise.all(
      forms.map(async (form) => {
        if (!form) return
        const { leftCents, ...shown } = form
        const cents = isWhole ? leftCents : toPart(leftCents)
        const one: Press = { paymentId, ...shown, cents, answer: 'unknown' }
        presses.push(one)
        const statuses = await Promise.all(Array.from({ length: times }, () => press(deps, one)))
        if (statuses.includes(303)) one.answer = 'accepted'
        else if (statuses.every((status) => status === 400 || status === 409)) one.answer = 'rejected'
      }),
    )
  }

  return { presses, refund }
}

/** A quarter in whole dollars. */
const toPart = (cents: number) => Math.floor(cents / 400) * 100 || cents

const findPaid = ({ db }: Database, subject: Subject) =>
  db
    .selectFrom('payments')
    .select('id')
    .where('subject', '=', subject)
    .where('receiptNumber', 'is not', null)
    .orderBy('startedAt', 'desc')
    .executeTakeFirst()
