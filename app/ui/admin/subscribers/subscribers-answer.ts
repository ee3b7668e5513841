import type { ListedSubscriber, SubscriberTotals } from '#app/domain/newsletter/subscriber.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'

/** A page of the list. */
export type SubscribersList = {
  rows: ListedSubscriber[]
  hasEarlier: boolean
  hasLater: boolean
  totals: SubscriberTotals
}

/** What a post about the list has to say. */
export type SubscribersAnswer = {
  notice?: Notice
  /** The form that adds; with what was typed. */
  add?: FormState
  /** The row that was to be saved; `was`: the address it has now. */
  edit?: { id: string; was: string; form: FormState }
}

/** What became of the last act, with what can be done about it. */
export type Notice = {
  kind: 'success' | 'error' | 'question'
  text: string
  button?: { text: string; intent: string; email?: string }
}
