import { data, redirect } from 'react-router'
import { z } from 'zod'
import {
  addSubscriber,
  editSubscriber,
  removeSubscriber,
  resetBounced,
  restoreSubscriber,
} from '#app/domain/newsletter/manage-subscribers.server.ts'
import { findSubscriberRow } from '#app/domain/newsletter/subscriber-list.server.ts'
import { listView, subscriberId } from '#app/domain/newsletter/subscriber-forms.server.ts'
import { listUrl, subscribersPath } from '#app/domain/newsletter/subscriber.ts'
import { emailAddress } from '#app/domain/shared/email-address.server.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { ownValue } from '#app/domain/shared/own-value.ts'
import { getActor } from '#app/http/admin.server.ts'
import { servicesContext, type RequestContext } from '#app/http/context.ts'
import { redirectWithFlash } from '#app/http/flash.ts'
import { checkFields, type Typed, typedFields } from '#app/http/parse-form.ts'
import { submit } from '#app/http/submit.server.ts'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { subscribersPage as words } from './words.ts'
import { actOnChosen, actsOnChosen } from './act-on-chosen.server.ts'

export type SubscribersAnswer = {
  notice?: Notice
  /** The form to add a subscriber. */
  add?: FormState
  /** The row being edited; `was`: its current address. */
  edit?: { id: string; was: string; form: FormState }
}

export type Notice = {
  kind: 'success' | 'error' | 'question'
  text: string
  button?: { text: string; intent: string; email?: string }
}

type IntentInput = { context: RequestContext; typed: Typed; id: string; back: () => Response; done: Done }
/** Redirects to the list with a message; `deleted`: who can be restored there. */
type Done = (text: string, options?: { deleted?: string; address?: string }) => Response

const withEmail = z.object({ email: emailAddress })

/** Handles every post of the list; the pressed button names the act and the subscriber. */
export async function actOnSubscribers(request: Request, context: RequestContext) {
  const typed = await typedFields(request.clone())
  const [intent = 'add', about] = typed.intent?.split(':') ?? []
  const { data: id = 'nobody' } = subscriberId.safeParse(about)
  const view = listView.parse(Object.fromEntries(new URL(request.url).searchParams))
  const closed = listUrl({ ...view, edit: undefined })
  const input: IntentInput = {
    context,
    typed,
    id,
    back: () => redirect(`${closed}#${outcomeId}`, 303),
    done: (text, { deleted, address = closed } = {}) => redirectWithFlash(context, address, { text, about: deleted }),
  }
  const onChosen = ownValue(actsOnChosen, intent)
  const act = ownValue(actions, intent) ?? add
  return submit(
    context,
    async () => {
      if (!onChosen) return act(input)
      const answer = await actOnChosen(request, context, onChosen)
      return 'error' in answer ? sayError(answer.status, answer.error) : answer
    },
    () => {
      const form = { values: typed }
      return sayError(
        503,
        words.failed,
        intent === 'save' ? { edit: { id, was: typed.was ?? '', form } } : { add: form },
      )
    },
  )
}

const say = (status: number, answer: SubscribersAnswer) => data(answer, { status })
const sayError = (status: number, text: string, more: SubscribersAnswer = {}) =>
  say(status, { notice: { kind: 'error', text }, ...more })

const actions: Record<string, (input: IntentInput) => Promise<ReturnType<typeof say> | Response>> = {
  add,
  'add-despite': (input) => add(input, true),

  async save({ context, typed, id, done }) {
    const edit = (error: string, was = typed.was ?? '') => ({
      edit: { id, was, form: { values: typed, fieldErrors: { email: error } } },
    })
    const checked = checkFields(typed, withEmail)
    if (!checked.ok) return say(400, edit(checked.errors.email ?? ''))
    const { email } = checked.values
    const saved = await editSubscriber(context.get(servicesContext), getActor(context), {
      id,
      was: typed.was ?? '',
      email,
      now: Date.now(),
    })
    if (saved.ok) return done(words.saved(email))
    if (saved.reason === 'changed') return say(409, edit(words.changed(saved.email), saved.email))
    if (saved.reason === 'gone') return sayError(409, words.gone(email), { add: { values: { email } } })
    return say(400, edit(saved.reason === 'taken' ? words.taken : words.hasLeft))
  },

  async delete({ context, id, back, done }) {
    const email = await findEmail(context, id)
    const removed = await removeSubscriber(context.get(servicesContext), getActor(context), id, Date.now())
    // Already deleted from another tab.
    return removed ? done(words.deleted(email), { deleted: id }) : back()
  },

  async undo({ context, id, done }) {
    const restored = await restoreSubscriber(context.get(servicesContext), getActor(context), id, Date.now())
    if (restored.ok) return done(words.restored(await findEmail(context, id)))
    return sayError(409, restored.reason === 'taken' ? words.backAlready : words.tooLate)
  },

  async reset({ context, id, done }) {
    if (await resetBounced(context.get(servicesContext), getActor(context), id))
      return done(words.wasReset(await findEmail(context, id)))
    return sayError(409, words.notBounced)
  },
}

const findEmail = async (context: RequestContext, id: string) =>
  (await findSubscriberRow(context.get(servicesContext).database, id))?.email ?? ''

async function add({ context, typed, back, done }: IntentInput, despiteUnsubscribe = false) {
  // The specification ignores a blank field (section 5).
  if (!typed.email?.trim()) return back()
  const checked = checkFields(typed, withEmail)
  if (!checked.ok) return say(400, { add: { values: typed, fieldErrors: checked.errors } })
  const { email } = checked.values
  const addition = { email, despiteUnsubscribe, now: Date.now() }
  const added = await addSubscriber(context.get(servicesContext), getActor(context), addition)
  if (added.ok) return done((added.news === 'added' ? words.added : words.known)(email), { address: subscribersPath })
  const ask = (text: string, button: Notice['button']) =>
    say(409, { notice: { kind: 'question', text, button }, add: { values: typed } })
  if (added.reason === 'bounced') return ask(words.bounced(email), { text: words.reset, intent: `reset:${added.id}` })
  const { text, button } = words.unsubscribed
  return ask(text(email), { text: button, intent: 'add-despite', email })
}
