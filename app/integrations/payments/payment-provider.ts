/**
 * What the clinic needs of a company that takes payments; nothing else of theirs leaves this folder. Amounts are cents of
 * the clinic's currency.
 */
export type PaymentProvider = {
  /** The same `key` with the same input is one checkout, however often it is asked for. */
  createCheckout(input: CheckoutInput): Promise<Answer<{ id: string; url: string }>>
  /** Nothing is paid there: a card is saved, which can be charged later. Else as `createCheckout`. */
  createCardCheckout(input: CardCheckoutInput): Promise<Answer<{ id: string; url: string }>>
  readCheckout(id: string): Promise<Answer<Checkout>>
  /** 'rejected' if it is no longer open: it was paid, or has expired. */
  expireCheckout(id: string): Promise<Answer<object>>
  /** Charges a saved card while its owner is away. `wasTried`: looks for it first, as a refund does. */
  chargeCard(input: ChargeInput): Promise<Answer<Charge>>
  /** Deletes a saved card, so that nobody can charge it any more; doing so again is done, too. */
  forgetCard(card: SavedCard): Promise<Answer<object>>
  /** `wasTried`: looks for it first, since the provider forgets keys after a day. */
  refund(input: RefundInput): Promise<Answer<{ id: string }>>
  /** What moved money since then, the oldest first. */
  listMovements(since: number): Promise<Answer<{ movements: Movement[] }>>
  /** Tries each permission that the key needs, without changing anything. */
  test(): Promise<Answer<object>>
  /** Undefined if it is not signed by the provider, or was signed long ago. */
  readEvent(raw: string, signature: string): Promise<PaymentEvent | undefined>
}

/**
 * 'busy': perhaps done, and can be tried again. 'rejected': not done, and trying again cannot help. `reason`: a code; `said`:
 * the provider's own words, for staff.
 */
export type ProviderFailure = { ok: false; failure: 'busy' | 'rejected'; reason: string; said?: string | undefined }

export type Answer<Value> = (Value & { ok: true }) | ProviderFailure

export type CheckoutInput = {
  key: string
  /** Of ours; the checkout carries it. */
  reference: string
  amountCents: number
  /** What the customer reads there. */
  label: string
  /** Where it leads back to, paid or not. */
  returnUrl: string
  expiresAt: number
}

/** `label`: what the customer agrees to there. */
export type CardCheckoutInput = Omit<CheckoutInput, 'amountCents'>

export type Checkout = {
  reference: string | undefined
  state: 'open' | 'paid' | 'saved' | 'unpaid' | 'expired'
  amountCents: number
  /** The payment, for refunds; undefined until it is made. */
  paymentId: string | undefined
  /** Of one that is 'saved'. */
  card: SavedCard | undefined
}

/** What the provider calls a card that it keeps. Its number is never ours. */
export type SavedCard = { customer: string; method: string }

export type ChargeInput = SavedCard & {
  key: string
  amountCents: number
  /** What the provider's dashboard shows. */
  label: string
  wasTried: boolean
}

/**
 * 'declined': the bank refuses it. 'failed': something else is in the way, such as a question to its owner. Neither can be
 * tried again as the same charge.
 */
export type Charge = { state: 'done'; paymentId: string } | { state: 'declined' | 'failed'; reason: string }

export type RefundInput = { key: string; paymentId: string; amountCents: number; wasTried: boolean }

/**
 * `reference`: of a payment or dispute, the id of the payment there; of a refund, the key it was asked for with. A dispute
 * takes a payment back, and returns it when the clinic wins. `own`: payouts, what is held back for a while, and what the
 * provider charges for its service. `other`: a kind that is not known here.
 */
export type Movement = {
  id: string
  kind: 'payment' | 'refund' | 'dispute' | 'own' | 'other'
  /** The provider's name of the kind. */
  type: string
  reference: string | undefined
  /** Signed: refunds and disputes are negative, unless they came back. */
  amountCents: number
  feeCents: number
  at: number
}

/** A hint that something happened: the provider is asked what. `isOurs`: not of another account. */
export type PaymentEvent = { id: string; isOurs: boolean; checkoutId: string | undefined }
