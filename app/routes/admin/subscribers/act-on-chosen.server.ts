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
import { chosenSeparator } from '#app/domain/shared/list-names.ts'
import { getActor } from '#app/http/admin.server.ts'
import { chosenRows, mostChosen } from '#app/http/chosen-rows.server.ts'
import { type RequestContext, servicesContext } from '#app/http/context.ts'
import { redirectDone } from '#app/http/done.ts'
import type { FlashName } from '#app/http/flash.ts'
import { typedFields } from '#app/http/parse-form.ts'
import type { Services } from '#app/services.server.ts'
import { admin } from '#content/pages/admin.ts'
import { subscribersPage as words } from './words.ts'

type ActOnChosen = {
  /** Returns those that it changed, as its Undo posts them. `at`: when the act was that is undone. */
  act(services: Services, actor: Actor, input: { ids: string[]; now: number; at: number }): Promise<string[]>
  flash: FlashName
  noneChanged: string
}

export const actsOnChosen: Record<string, ActOnChosen> = {
  'delete-chosen': { act: removeSubscribers, flash: 'subscribers-deleted', noneChanged: words.bulk.noneChanged },
  'restore-chosen': { act: restoreSubscribers, flash: 'subscribers-restored', noneChanged: words.tooLate },
  'unsubscribe-chosen': {
    act: async (services, actor, input) =>
      (await unsubscribeSubscribers(services, actor, input)).map(formatUnsubscribed),
    flash: 'subscribers-unsubscribed',
    noneChanged: words.bulk.noneUnsubscribed,
  },
  'reset-chosen': { act: resetAllBounced, flash: 'subscribers-reset', noneChanged: words.bulk.noneBounced },
  'undo-reset': { act: undoResets, flash: 'resets-undone', noneChanged: words.tooLate },
  'undo-unsubscribe': {
    async act(services, actor, { ids, at }) {
      const chosen = ids.map(parseUnsubscribed).filter((one) => one !== undefined)
      return (await undoUnsubscribes(services, actor, { chosen, at })).map(formatUnsubscribed)
    },
    flash: 'unsubscribes-undone',
    noneChanged: words.tooLate,
  },
}

export async function actOnChosen(
  request: Request,
  context: RequestContext,
  { act, flash, noneChanged }: ActOnChosen,
): Promise<Response | { status: number; error: string }> {
  const ids = await chosenRows(request)
  const typed = await typedFields(request)
  if (ids.length === 0) return { status: 400, error: admin.choose.noneChosen }
  if (ids.length > mostChosen) return { status: 400, error: admin.choose.tooMany(mostChosen) }
  const now = Date.now()
  const changed = await act(context.get(servicesContext), getActor(context), { ids, now, at: Number(typed.at) })
  if (changed.length === 0) return { status: 409, error: noneChanged }
  const about = [now, ids.length - changed.length, ...changed].join(chosenSeparator)
  return redirectDone(context, typed, { record: subscribersPath, flash, about })
}

const formatUnsubscribed = ({ id, state }: Unsubscribed) => `${state}_${id}`

function parseUnsubscribed(text: string): Unsubscribed | undefined {
  const state = unsubscribableStates.find((one) => text.startsWith(`${one}_`))
  return state && { state, id: text.slice(state.length + 1) }
}
