import type { Selectable } from 'kysely'
import type { Tables } from '#app/database/tables.ts'
import type { WithoutNulls } from '#app/domain/shared/without-nulls.ts'

export type Payment = WithoutNulls<Selectable<Tables['payments']>>
export type SavedCard = WithoutNulls<Tables['savedCards']>
export type Refund = WithoutNulls<Tables['refunds']>

export type RefundReason = Refund['reason']

/** Before the reason of what the payer's bank declined. */
export const bankPrefix = 'bank: '

/** Whether the bank refused it: nothing else may be told to a customer as a refusal of their bank. */
export const isByBank = ({ failure }: { failure?: string | null | undefined }) =>
  failure?.startsWith(bankPrefix) ?? false

/** As long as the provider keeps a checkout open, less what our clocks may differ. */
export const checkoutMs = 23 * 60 * 60_000

/** The provider opens none for less. */
export const shortestCheckoutMs = 31 * 60_000

/** Where the provider posts what happened; it has to be told. */
export const paymentEventsPath = '/payments/stripe'

/** Where the provider leads back to, paid or not. */
export const toReturnUrl = (origin: string, id: string) => `${origin}/payments/${id}`
