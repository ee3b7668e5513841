import { handleMessages } from '#app/domain/contact/inbox.server.ts'
import { getActor } from '#app/http/admin.server.ts'
import { type RequestContext, servicesContext } from '#app/http/context.ts'
import { redirectDone } from '#app/http/done.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { actOn, formError } from '#app/http/submit.server.ts'
import { chosenSeparator } from '#app/domain/shared/list-names.ts'
import { admin } from '#content/pages/admin.ts'
import { adminMessages as words } from '#content/pages/admin-messages.ts'
import { chosenRows, mostChosen } from '#app/http/chosen-rows.server.ts'

/** Marks the chosen messages as handled, or reopens them. */
export async function receiveMessages(request: Request, context: RequestContext) {
  const ids = await chosenRows(request)
  const typed = await typedFields(request)
  if (typed.handled !== 'yes' && typed.handled !== 'no') return formError(400, admin.unknownIntent)
  if (ids.length === 0) return formError(400, admin.choose.noneChosen)
  if (ids.length > mostChosen) return formError(400, admin.choose.tooMany(mostChosen))
  const handled = typed.handled === 'yes'

  return actOn(context, async () => {
    const change = { ids, handled, now: Date.now() }
    const changed = await handleMessages(context.get(servicesContext), getActor(context), change)
    if (changed.length === 0) return formError(409, words.bulk.noneChanged)
    return redirectDone(context, typed, {
      record: '/admin/messages',
      flash: handled ? 'messages-handled' : 'messages-reopened',
      about: [ids.length - changed.length, ...changed].join(chosenSeparator),
    })
  })
}
