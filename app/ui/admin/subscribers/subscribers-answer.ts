import type { SubscriberRow, SubscriberTotals } from '#app/domain/newsletter/subscriber.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'

export type SubscribersList = {
  rows: SubscriberRow[]
  hasEarlier: boolean
  hasLater: boolean
  totals: SubscriberTotals
}

export type SubscribersAnswer = {
  notice?: Notice
  /** The form to add a subscriber. */
  add?: FormState
  /** The row being edited; `was`: its current address. */
  edit?: { id: string; was: string; form: FormState }
}

/** The outcome of the last act, with a button to undo or fix it. */
export type Notice = {
  kind: 'success' | 'error' | 'question'
  text: string
  button?: { text: string; intent: string; email?: string }
}
