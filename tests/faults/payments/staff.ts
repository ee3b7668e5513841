import type { Subject } from '#app/domain/payments/subject.ts'
import { signInAsAdmin } from '#tests/support/admin.ts'
import { soonOnNoHoliday } from '#tests/support/booking.ts'
import { editProduct } from '#tests/support/shopper.ts'
import { product } from '#tests/support/catalogue.ts'
import { publishPayment } from '#tests/support/paying.ts'
import { until } from '#tests/support/timing.ts'
import type { World } from '../world.ts'
import { openRefunds } from './refunds.ts'
import { card, deposit, editorOf, fullPrice, paidPlan, serviceTaxPercent } from './terms.ts'

export type Staff = Awaited<ReturnType<typeof openStaff>>

const hour = 3_600_000

/** Staff of a clinic that asks for sales tax and for payments in advance. What they cannot do is given up. */
export async function openStaff({ servers, withDatabase }: World) {
  const admin = await signInAsAdmin({ url: servers.urls[0]! })
  const refunds = openRefunds({ admin, withDatabase })
  await editProduct(admin, product.id, { taxRate: '8.875' })
  for (const paid of [deposit, fullPrice, card, paidPlan]) {
    const { payAhead, cents, cancelFee } = paid
    const amounts = { payAheadAmount: String(cents / 100), cancelFee: String(cancelFee / 100) }
    const tax = paid === paidPlan ? {} : { taxRate: serviceTaxPercent }
    await publishPayment(admin, editorOf(paid), { payAhead, ...amounts, ...tax })
  }
  const press = (path: string, fields: Record<string, string>) => admin.post(path, fields).catch(() => undefined)
  const act = (id: string, fields: Record<string, string>) => press(`/admin/appointments/${id}`, fields)
  const find = (email: string) =>
    withDatabase(({ db }) =>
      db
        .selectFrom('appointments')
        .leftJoin('plans', 'plans.id', 'planId')
        .select(['appointments.id', 'planId', 'state', 'plans.paidWith as planPaidWith'])
        .where('email', '=', email)
        .orderBy('planDay')
        .execute(),
    ).catch(() => [])
  return {
    ...refunds,
    changeOrder: (number: string, from: string, to: string) => press(`/admin/orders/${number}`, { from, to }),
    undoOrder: (number: string, from: string, to: string) =>
      press(`/admin/orders/${number}`, { from, to, intent: 'undo' }),
    answer: (id: string, intent: 'accepted' | 'declined') => act(id, { intent }),
    cancel: (id: string) => act(id, { intent: 'cancel' }),
    /** Once it has begun. */
    record: (id: string, intent: 'completed' | 'no-show') => act(id, { intent, from: 'confirmed' }),
    /** The appointment of a patient, or the first day of their plan. */
    findAppointment: async (email: string) => (await find(email))[0]?.id,
    /**
     * The appointment of a patient or the days of their plan, once it is paid or given a card; none if that takes long. A plan
     * that staff accepted may be paid later: what happens to its days before has no part in the money.
     */
    async listConfirmed(email: string) {
      const found = until(async () => {
        const days = await find(email)
        const isWaiting = days.some(
          ({ state, planId, planPaidWith }) => state === 'requested' || (planId !== null && planPaidWith === null),
        )
        return isWaiting ? undefined : days
      }, 3_000)
      return (await found.catch(() => [])).filter(({ state }) => state === 'confirmed')
    },
    /** What a patient's payment is about. */
    async findSubject(email: string): Promise<Subject | undefined> {
      const [first] = await find(email)
      return first && (first.planId === null ? `appointment:${first.id}` : `plan:${first.planId}`)
    },
    findGiftCard: (email: string) =>
      withDatabase(({ db }) =>
        db.selectFrom('giftCards').select('id').where('email', '=', email).executeTakeFirst(),
      ).catch(() => undefined),
    /** Has an appointment begin when it is late to cancel, or an hour ago; false if that failed. */
    setStart: (id: string, when: 'soon' | 'past') =>
      withDatabase(({ db }) => {
        const startsAt = when === 'soon' ? soonOnNoHoliday() : Date.now() - hour
        const times = { startsAt, endsAt: startsAt + hour / 2, bookedAt: Date.now() - 9 * 24 * hour }
        return db.updateTable('appointments').set(times).where('id', '=', id).execute()
      }).then(
        () => true,
        () => false,
      ),
  }
}
