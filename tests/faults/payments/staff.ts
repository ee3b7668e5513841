import { signInAsAdmin } from '#tests/support/admin.ts'
import { soonOnNoHoliday } from '#tests/support/booking.ts'
import { editProduct } from '#tests/support/edit-product.ts'
import { publishPayment } from '#tests/support/edit-payment.ts'
import { product } from '#tests/support/shopper.ts'
import { until } from '#tests/support/timing.ts'
import type { World } from '../world.ts'
import { card, deposit, editorOf, fullPrice, paidPlan } from './terms.ts'

export type Staff = Awaited<ReturnType<typeof openStaff>>

const hour = 3_600_000

/** Staff of a clinic that asks for sales tax and for payments in advance. What they cannot do is given up. */
export async function openStaff({ servers, withDatabase }: World) {
  const admin = await signInAsAdmin({ url: servers.urls[0]! })
  await editProduct(admin, product.id, { taxRate: '8.875' })
  for (const paid of [deposit, fullPrice, card, paidPlan]) {
    const { payAhead, cents, cancelFee } = paid
    const amounts = { payAheadAmount: String(cents / 100), cancelFee: String(cancelFee / 100) }
    await publishPayment(admin, editorOf(paid), { payAhead, ...amounts })
  }
  const press = (path: string, fields: Record<string, string>) => admin.post(path, fields).catch(() => undefined)
  const act = (id: string, fields: Record<string, string>) => press(`/admin/appointments/${id}`, fields)
  const find = (email: string) =>
    withDatabase(({ db }) =>
      db.selectFrom('appointments').select(['id', 'state']).where('email', '=', email).executeTakeFirst(),
    ).catch(() => undefined)
  return {
    changeOrder: (number: string, from: string, to: string) => press(`/admin/orders/${number}`, { from, to }),
    answer: (id: string, intent: 'accepted' | 'declined') => act(id, { intent }),
    cancel: (id: string) => act(id, { intent: 'cancel' }),
    /** Once it has begun. */
    record: (id: string, intent: 'completed' | 'no-show') => act(id, { intent, from: 'confirmed' }),
    /** The appointment of a patient, or one day of their plan. */
    findAppointment: async (email: string) => (await find(email))?.id,
    /** The same, once it is paid or given a card; undefined if that takes long. */
    async findConfirmed(email: string) {
      const found = until(async () => {
        const appointment = await find(email)
        return appointment?.state === 'requested' ? undefined : { appointment }
      }, 3_000)
      const { appointment } = await found.catch(() => ({ appointment: undefined }))
      return appointment?.state === 'confirmed' ? appointment.id : undefined
    },
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
