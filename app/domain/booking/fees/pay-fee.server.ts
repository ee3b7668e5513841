import type { Database } from '#app/database/connection.server.ts'
import { lockAppointment } from '#app/domain/booking/appointment-change.server.ts'
import { openCheckout } from '#app/domain/payments/open-checkout.server.ts'
import type { PaymentProvider } from '#app/integrations/payments/payment-provider.ts'
import { findOpenPayment } from '#app/domain/payments/payments.server.ts'
import type { Db } from '#app/database/tables.ts'
import { feeSubject } from './fee.ts'
import { findUnpaidFee } from './fees.server.ts'

type Deps = { database: Database; payments: PaymentProvider }

/** `label`: what the provider shows: no names. `origin`: of this website. */
type PayInput = { id: string; origin: string; label: string; now: number }

/** Where a fee can be paid whose card was declined. */
export const startPayingFee = ({ database, payments }: Deps, { id, label, ...input }: PayInput) =>
  openCheckout<'no-fee'>(
    { database, payments },
    {
      ...input,
      label: () => label,
      async findDue(tx) {
        const fee = await findUnpaidFee(tx, await lockAppointment({ database, tx }, id))
        if (!fee) return { ok: false, reason: 'no-fee' }
        return { ok: true, subject: feeSubject(id), amountCents: fee.amountCents }
      },
    },
  )

/** The address of its open checkout. */
export const findCheckoutOfFee = async (db: Db, id: string) => (await findOpenPayment(db, feeSubject(id)))?.checkoutUrl
