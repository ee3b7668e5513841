import { data } from 'react-router'
import { z } from 'zod'
import { blockCard, replaceCode, showCode, unblockCard } from '#app/domain/gift-cards/card-code.server.ts'
import { cardAmount } from '#app/domain/gift-cards/gift-card-form.server.ts'
import { deskMethods } from '#app/domain/gift-cards/desk-method.ts'
import { searchCards } from '#app/domain/gift-cards/gift-card-list.server.ts'
import { sellAtDesk } from '#app/domain/gift-cards/sell-at-desk.server.ts'
import { sendCardAgain } from '#app/domain/gift-cards/send-card-again.server.ts'
import { undoUse, useAtDesk } from '#app/domain/gift-cards/use-at-desk.server.ts'
import { dollars } from '#app/domain/shared/dollars.server.ts'
import { emailAddress } from '#app/domain/shared/email-address.server.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { optionalField, singleLine } from '#app/domain/shared/plain-text.server.ts'
import { searchText } from '#app/domain/shared/search-text.server.ts'
import { getActor } from '#app/http/admin.server.ts'
import { type RequestContext, servicesContext } from '#app/http/context.ts'
import { redirectDone } from '#app/http/done.ts'
import { type Typed, typedFields } from '#app/http/parse-form.ts'
import { formError, showForm, submitForm, submitIntent } from '#app/http/submit.server.ts'
import { requireFreshStepUp } from '#app/http/step-up.server.ts'
import { admin } from '#content/pages/admin.ts'
import { toRow, toShown } from './gift-card-view.server.ts'
import { giftCardsPage, giftCardWords as words } from './words.ts'

/** A key that is none has no field. */
const ofForm = { failure: admin.notStored, invalid: ({ key }: Record<string, string>) => key }

/** More than a person reads. */
const mostFound = 50

const saleForm = z.object({
  amount: cardAmount,
  method: z.enum(deskMethods, giftCardsPage.sell.noMethod),
  recipientEmail: optionalField(emailAddress),
  key: z.uuid(giftCardsPage.sell.stale),
})

/** Finds cards, or sells one at the desk. The search is a post, because no URL has an address. */
export async function receiveSale(request: Request, context: RequestContext) {
  const typed = await typedFields(request)
  const services = context.get(servicesContext)
  return submitIntent(context, typed, {
    async find() {
      const search = searchText.parse(typed.q)
      const found = await searchCards(services.database.db, search, mostFound)
      return data({ search: { typed: search, found: found.map(toRow), isCut: found.length === mostFound } })
    },
    sell: () =>
      submitForm(
        context,
        typed,
        { ...ofForm, schema: saleForm },
        async ({ key: id, amount, method, recipientEmail }) => {
          const sale = { id, amountCents: amount, paidBy: method, recipientEmail, now: Date.now() }
          const sold = await sellAtDesk(services, getActor(context), sale)
          if (!sold.isNew)
            return redirectDone(context, typed, { record: `/admin/gift-cards/${id}`, text: words.done.sold })
          const { card, code } = sold
          return data({
            sold: {
              ...toShown(context, card, code),
              amount: formatCents(amount),
              sentTo: services.emailsLeave ? card.recipientEmail : undefined,
            },
          })
        },
      ),
  })
}

const useForm = z.object({
  amount: dollars(words.use.invalid).refine((cents) => cents > 0, { error: words.use.invalid }),
  note: singleLine({ blank: words.use.noNote, most: 200, tooLong: words.use.longNote }),
  key: z.uuid(words.use.stale),
})

/** Every act on one card. */
export async function receiveGiftCard(request: Request, context: RequestContext, id: string) {
  const typed = await typedFields(request.clone())
  // Both show a code, which is as good as money.
  if (typed.intent === 'show' || typed.intent === 'replace') await requireFreshStepUp(context, request)
  const services = context.get(servicesContext)
  const actor = getActor(context)
  const now = Date.now()
  const done = (text: string, undo?: Typed) =>
    redirectDone(context, typed, { record: `/admin/gift-cards/${id}`, text, undo })
  const notUsable = () => formError(409, words.notUsable, typed)
  return submitIntent(context, typed, {
    use: () =>
      submitForm(context, typed, { ...ofForm, schema: useForm }, async ({ amount: cents, note, key }) => {
        const used = await useAtDesk(services, actor, { id, key, cents, note, now })
        if (used.ok) return done(words.done.used, { intent: 'undo-use', line: key })
        if (used.reason === 'used-form') return formError(409, words.use.stale, typed)
        if (used.reason !== 'too-much') return notUsable()
        return showForm(typed, 400, { fieldErrors: { amount: words.use.tooMuch(formatCents(used.leftCents)) } })
      }),
    async 'undo-use'() {
      const undone = await undoUse(services, actor, { id, key: typed.line ?? '', now })
      if (undone.ok) return done(words.done.useUndone)
      return undone.reason === 'managers' ? formError(403, words.undoManagers) : formError(409, words.noLine)
    },
    async block() {
      return (await blockCard(services, actor, id)).ok ? done(words.done.blocked, { intent: 'unblock' }) : notUsable()
    },
    async unblock() {
      return (await unblockCard(services, actor, id)).ok ? done(words.done.unblocked, { intent: 'block' }) : notUsable()
    },
    async replace() {
      const replaced = await replaceCode(services, actor, { id, issue: Number(typed.issue) })
      if (replaced.ok)
        return data({ form: { notice: words.lost.replaced }, shown: toShown(context, replaced.card, replaced.code) })
      return replaced.reason === 'changed-meanwhile' ? formError(409, words.changed) : notUsable()
    },
    async show() {
      const opened = await showCode(services, actor, id)
      return opened.ok ? data({ form: {}, shown: toShown(context, opened.card, opened.code) }) : notUsable()
    },
    async send() {
      return (await sendCardAgain(services, actor, id)).ok ? done(words.done.sent) : notUsable()
    },
  })
}
