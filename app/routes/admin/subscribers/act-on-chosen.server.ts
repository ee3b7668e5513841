import type { Actor } from '#app/domain/audit/audit.server.ts'
import {
  removeSubscribers,
  resetAllBounced,
  restoreSubscribers,
  undoResets,
} from '#app/domain/newsletter/manage-subscribers.server.ts'
import { subscribersPath } from '#app/domain/newsletter/subscriber.ts'
import {
  undoUnsubscribes,
  unsubscribableStates,
  type Unsubscribed,
  unsubscribeSubscribers,
} from '#app/domain/newsletter/unsubscribe-subscribers.server.ts'
import { getActor } from '#app/http/admin.server.ts'
import { chosenRows, mostChosen, toChosenField } from '#app/http/chosen-rows.server.ts'
import { type RequestContext, servicesContext } from '#app/http/context.ts'
import { redirectDone } from '#app/http/done.ts'
import { typedFields } from '#app/http/parse-form.ts'
import type { Services } from '#app/services.server.ts'
import { admin } from '#content/pages/admin.ts'
import { subscribersPage as words } from './words.ts'

type ActOnChosen = {
  /** Returns those that it changed, as its Undo posts them. `at`: when the act was that is undone. */
  act(services: Services, actor: Actor, input: { ids: string[]; now: number; at: number }): Promise<string[]>
  toText: (changed: number, skipped: number) => string
  noneChanged: string
  undo?: string
}

export const actsOnChosen: Record<string, ActOnChosen> = {
  'delete-chosen': {
    act: removeSubscribers,
    toText: words.bulk.deleted,
    noneChanged: words.bulk.noneChanged,
    undo: 'restore-chosen',
  },
  'restore-chosen': { act: restoreSubscribers, toText: words.bulk.restored, noneChanged: words.tooLate },
  'unsubscribe-chosen': {
    act: async (services, actor, input) =>
      (await unsubscribeSubscribers(services, actor, input)).map(formatUnsubscribed),
    toText: words.bulk.unsubscribed,
    noneChanged: words.bulk.noneUnsubscribed,
    undo: 'undo-unsubscribe',
  },
  'reset-chosen': {
    act: resetAllBounced,
    toText: words.bulk.wereReset,
    noneChanged: words.bulk.noneBounced,
    undo: 'undo-reset',
  },
  'undo-reset': { act: undoResets, toText: words.bulk.resetsUndone, noneChanged: words.tooLate },
  'undo-unsubscribe': {
    async act(services, actor, { ids, at }) {
      const chosen = ids.map(parseUnsubscribed).filter((one) => one !== undefined)
      return (await undoUnsubscribes(services, actor, { chosen, at })).map(formatUnsubscribed)
    },
    toText: words.bulk.unsubscribesUndone,
    noneChanged: words.tooLate,
  },
}

export async function actOnChosen(
  request: Request,
  context: RequestContext,
  { act, toText, noneChanged, undo }: ActOnChosen,
): Promise<Response | { status: number; error: string }> {
  const ids = await chosenRows(request)
  const typed = await typedFields(request)
  if (ids.length === 0) return { status: 400, error: admin.choose.noneChosen }
  if (ids.length > mostChosen) return { status: 400, error: admin.choose.tooMany(mostChosen) }
  const now = Date.now()
  const changed = await act(context.get(servicesContext), getActor(context), { ids, now, at: Number(typed.at) })
  if (changed.length === 0) return { status: 409, error: noneChanged }
  return redirectDone(context, typed, {
    record: subscribersPath,
    text: toText(changed.length, ids.length - changed.length),
    undo: undo ? { intent: undo, at: now, ...toChosenField(changed) } : undefined,
  })
}

const formatUnsubscribed = ({ id, state }: Unsubscribed) => `${state}_${id}`

function parseUnsubscribed(text: string): Unsubscribed | undefined {
  const state = unsubscribableStates.find((one) => text.startsWith(`${one}_`))
  return state && { state, id: text.slice(state.length + 1) }
}
