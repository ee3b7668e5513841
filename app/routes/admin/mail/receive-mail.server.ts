import { handleFailedEmails, retryEmails, undoRetries } from '#app/domain/outbox/change-failed-emails.server.ts'
import { retryFailedEmails, undoRetryFailedEmails } from '#app/domain/outbox/failed-emails.server.ts'
import { getActor } from '#app/http/admin.server.ts'
import { type RequestContext, servicesContext } from '#app/http/context.ts'
import { redirectDone } from '#app/http/done.ts'
import { type Typed, typedFields } from '#app/http/parse-form.ts'
import { formError, submitIntent } from '#app/http/submit.server.ts'
import { admin } from '#content/pages/admin.ts'
import { adminMail as words } from '#content/pages/admin-mail.ts'
import { chosenRows, mostChosen, toChosenField } from '#app/http/chosen-rows.server.ts'

/** The acts on chosen emails, their Undo, and the one on all that failed. */
export async function receiveMail(request: Request, context: RequestContext) {
  const ids = await chosenRows(request)
  const typed = await typedFields(request)
  const services = context.get(servicesContext)
  const actor = getActor(context)
  const handled = typed.was === 'handled'

  async function onChosen(
    act: (chosen: { ids: string[]; now: number }) => Promise<string[]>,
    toText: (changed: number, skipped: number) => string,
    { undo, noneChanged = words.bulk.noneChanged }: { undo?: Typed; noneChanged?: string },
  ) {
    if (ids.length === 0) return formError(400, admin.choose.noneChosen)
    if (ids.length > mostChosen) return formError(400, admin.choose.tooMany(mostChosen))
    const changed = await act({ ids, now: Date.now() })
    if (changed.length === 0) return formError(409, noneChanged)
    return redirectDone(context, typed, {
      record: '/admin/mail',
      text: toText(changed.length, ids.length - changed.length),
      undo: undo && { ...undo, ...toChosenField(changed) },
    })
  }

  return submitIntent(context, typed, {
    async 'retry-all'() {
      const now = Date.now()
      const retried = await retryFailedEmails(services, actor, now)
      const undo = { intent: 'undo-retry-all', at: now, count: retried }
      return redirectDone(context, typed, {
        record: '/admin/mail?list=waiting',
        text: words.retryAll.done(retried),
        ...(retried > 0 && { undo, undoPath: '/admin/mail' }),
      })
    },
    async 'undo-retry-all'() {
      const [at, count] = [typed.at, typed.count].map(toNumber)
      const undone = at === undefined ? 0 : await undoRetryFailedEmails(services, actor, at)
      if (undone === 0) return formError(409, words.bulk.tooLate)
      const text = words.bulk.retriesUndone(undone, Math.max(0, (count ?? 0) - undone))
      return redirectDone(context, typed, { record: '/admin/mail', text })
    },
    retry: () =>
      onChosen((chosen) => retryEmails(services, actor, chosen), words.bulk.retried, {
        undo: { intent: 'undo-retry', was: handled ? 'handled' : 'failed' },
      }),
    'undo-retry': () =>
      onChosen((chosen) => undoRetries(services, actor, { ...chosen, handled }), words.bulk.retriesUndone, {
        noneChanged: words.bulk.tooLate,
      }),
    handle: () =>
      onChosen((chosen) => handleFailedEmails(services, actor, { ...chosen, handled: true }), words.bulk.handled, {
        undo: { intent: 'reopen' },
      }),
    reopen: () =>
      onChosen((chosen) => handleFailedEmails(services, actor, { ...chosen, handled: false }), words.bulk.reopened, {
        undo: { intent: 'handle' },
      }),
  })
}

const toNumber = (typed = '') => (/^\d{1,15}$/.test(typed) ? Number(typed) : undefined)
