import {
  correctionForm,
  correctStock,
  countForm,
  countStock,
  type CountResult,
  endCounting,
  undoCount,
} from '#app/domain/catalogue/count-stock.server.ts'
import { stockPath } from '#app/domain/catalogue/stock.ts'
import { getActor } from '#app/http/admin.server.ts'
import { type RequestContext, servicesContext } from '#app/http/context.ts'
import { redirectDone } from '#app/http/done.ts'
import { type Typed, typedFields } from '#app/http/parse-form.ts'
import { formError, showForm, submitForm, submitIntent } from '#app/http/submit.server.ts'
import { stockPage as words } from './words.ts'

/** Every act on the count of one product or form. */
export async function receiveCount(request: Request, context: RequestContext, saleItem: string) {
  const typed = await typedFields(request)
  const services = context.get(servicesContext)
  const actor = getActor(context)
  const about = { saleItem, now: Date.now() }
  const { failure } = words
  return submitIntent(context, typed, {
    count: () =>
      submitForm(context, typed, { schema: countForm, failure }, async ({ count }) => {
        const counted = await countStock(services, actor, { ...about, count, was: readCount(typed.was) })
        return counted.ok
          ? done(context, typed, about, counted)
          : formError(409, words.count.changed(counted.left), typed)
      }),
    correct: () =>
      submitForm(context, typed, { schema: correctionForm, failure }, async ({ change: by, reason }) => {
        const corrected = await correctStock(services, actor, { ...about, by, reason })
        if (corrected.ok) return done(context, typed, about, corrected)
        if (corrected.left === undefined) return formError(409, words.correct.notCounted, typed)
        return showForm(typed, 400, { fieldErrors: { change: words.correct.tooMany(corrected.left) } })
      }),
    async end() {
      const ended = await endCounting(services, actor, about)
      return ended.ok ? done(context, typed, about, ended) : formError(409, words.end.already)
    },
    async undo() {
      const undone = await undoCount(services, actor, { ...about, movement: typed.movement ?? '' })
      if (!undone.ok) return formError(409, words.done.tooLate)
      return redirectDone(context, typed, { record: stockPath(saleItem), text: words.done.undone })
    },
  })
}

/** Undefined for what was not counted. */
const readCount = (was = '') => (/^\d{1,9}$/.test(was) ? Number(was) : undefined)

const done = (
  context: RequestContext,
  typed: Typed,
  { saleItem }: { saleItem: string },
  { movement }: Extract<CountResult, { ok: true }>,
) => {
  const undo = { intent: 'undo', movement }
  return redirectDone(context, typed, { record: stockPath(saleItem), text: words.done.changed, undo })
}
