import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { handleMessages } from '#app/domain/contact/inbox.server.ts'
import { assignMessages, snoozeMessages } from '#app/domain/contact/sort-messages.server.ts'
import { nextClinicMidnight } from '#app/domain/shared/clinic-time.ts'
import { ownValue } from '#app/domain/shared/own-value.ts'
import { getActor } from '#app/http/admin.server.ts'
import { chosenRows, mostChosen, toChosenField } from '#app/http/chosen-rows.server.ts'
import { type RequestContext, servicesContext } from '#app/http/context.ts'
import { redirectDone } from '#app/http/done.ts'
import { type Typed, typedFields } from '#app/http/parse-form.ts'
import { actOn, formError } from '#app/http/submit.server.ts'
import { admin } from '#content/pages/admin.ts'
import { adminMessages as words } from '#content/pages/admin-messages.ts'
import { findAssignees } from './assignees.server.ts'

/** The acts on chosen messages, and their Undo. */
export async function receiveMessages(request: Request, context: RequestContext) {
  const ids = await chosenRows(request)
  const typed = await typedFields(request)
  const act =
    typed.intent === undefined
      ? ownValue<Act>(handling(context), typed.handled ?? '')
      : ownValue<Act>(sorting(context), typed.intent)
  if (!act) return formError(400, admin.unknownIntent)
  if (ids.length === 0) return formError(400, admin.choose.noneChosen)
  if (ids.length > mostChosen) return formError(400, admin.choose.tooMany(mostChosen))

  return actOn(context, async () => {
    const changed = await act.change(ids)
    if (changed.length === 0) return formError(409, words.bulk.noneChanged)
    return redirectDone(context, typed, {
      record: '/admin/messages',
      text: act.text(changed.length, ids.length - changed.length),
      undo: act.undo && { ...act.undo, ...toChosenField(changed) },
    })
  })
}

/** `change` returns the messages that it changed. */
type Act = {
  change(ids: string[]): Promise<string[]>
  text: (changed: number, skipped: number) => string
  undo?: Typed
}

function handling(context: RequestContext): Record<'yes' | 'no', Act> {
  const change = (handled: boolean) => (ids: string[]) =>
    handleMessages(context.get(servicesContext), getActor(context), { ids, handled, now: Date.now() })
  return {
    yes: { change: change(true), text: words.bulk.handled, undo: { handled: 'no' } },
    no: { change: change(false), text: words.bulk.reopened, undo: { handled: 'yes' } },
  }
}

function sorting(context: RequestContext): Record<'assign' | 'unassign' | 'snooze' | 'wake', Act> {
  const services = context.get(servicesContext)
  const actor = getActor(context)
  const now = Date.now()
  const snooze = (until: number | null) => (ids: string[]) => snoozeMessages(services, actor, { ids, until, now })
  // What a colleague has stays theirs.
  const assign = (to: string | null) => async (ids: string[]) => {
    const exceptOf = [...(await findAssignees(services)).keys()].filter((id) => id !== actor.who)
    return assignMessages(services, actor, { ids, to, exceptOf })
  }
  return {
    assign: { change: assign(actor.who), text: words.bulk.assigned, undo: { intent: 'unassign' } },
    unassign: { change: assign(null), text: words.bulk.unassigned },
    snooze: {
      change: snooze(nextClinicMidnight(now, clinicTimeZone)),
      text: words.bulk.snoozed,
      undo: { intent: 'wake' },
    },
    wake: { change: snooze(null), text: words.bulk.woken },
  }
}
