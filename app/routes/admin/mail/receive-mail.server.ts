import { handleFailedEmails, retryEmails, undoRetries } from '#app/domain/outbox/change-failed-emails.server.ts'
import { retryFailedEmails, undoRetryFailedEmails } from '#app/domain/outbox/failed-emails.server.ts'
import { getActor } from '#app/http/admin.server.ts'
import { type RequestContext, servicesContext } from '#app/http/context.ts'
import { redirectDone } from '#app/http/done.ts'
import type { FlashName } from '#app/http/flash.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { formError, submitIntent } from '#app/http/submit.server.ts'
import { chosenSeparator } from '#app/domain/shared/list-names.ts'
import { admin } from '#content/pages/admin.ts'
import { adminMail as words } from '#content/pages/admin-mail.ts'
import { chosenRows, mostChosen } from '#app/http/chosen-rows.server.ts'

/** The acts on chosen emails, their Undo, and the one on all that failed. */
export async function receiveMail(request: Request, context: RequestContext) {
  const ids = await chosenRows(request)
  const typed = await typedFields(request)
  const services = context.get(servicesContext)
  const actor = getActor(context)
  const handled = typed.was === 'handled'
  const was = handled ? 'handled' : 'failed'

  async function onChosen(
    act: (chosen: { ids: string[]; now: number }) => Promise<string[]>,
    flash: FlashName,
    noneChanged = words.bulk.noneChanged,
  ) {
    if (ids.length === 0) return formError(400, admin.choose.noneChosen)
    if (ids.length > mostChosen) return formError(400, admin.choose.tooMany(mostChosen))
    const changed = await act({ ids, now: Date.now() })
    if (changed.length === 0) return formError(409, noneChanged)
    const about = [was, ids.length - changed.length, ...changed].join(chosenSeparator)
    return redirectDone(context, typed, { record: '/admin/mail', flash, about })
  }

  return submitIntent(context, typed, {
    async 'retry-all'() {
      const now = Date.now()
      const retried = await retryFailedEmails(services, actor, now)
      const about = [now, retried].join(chosenSeparator)
      return redirectDone(context, typed, { record: '/admin/mail?list=waiting', flash: 'emails-retried', about })
    },
    async 'undo-retry-all'() {
      const [at, count] = [typed.at, typed.count].map(toNumber)
      const undone = at === undefined ? 0 : await undoRetryFailedEmails(services, actor, at)
      if (undone === 0) return formError(409, words.bulk.tooLate)
      const about = [Math.max(0, (count ?? 0) - undone), undone].join(chosenSeparator)
      return redirectDone(context, typed, { record: '/admin/mail', flash: 'emails-retries-undone', about })
    },
    retry: () => onChosen((chosen) => retryEmails(services, actor, chosen), 'emails-resent'),
    'undo-retry': () =>
      onChosen(
        (chosen) => undoRetries(services, actor, { ...chosen, handled }),
        'emails-resend-undone',
        words.bulk.tooLate,
      ),
    handle: () =>
      onChosen((chosen) => handleFailedEmails(services, actor, { ...chosen, handled: true }), 'emails-handled'),
    reopen: () =>
      onChosen((chosen) => handleFailedEmails(services, actor, { ...chosen, handled: false }), 'emails-reopened'),
  })
}

const toNumber = (typed = '') => (/^\d{1,15}$/.test(typed) ? Number(typed) : undefined)
