import { randomUUID } from 'node:crypto'
import { data } from 'react-router'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { formatCode, type GiftCard, signCardLink } from '#app/domain/gift-cards/gift-card.ts'
import { type ListedCard, listCards } from '#app/domain/gift-cards/gift-card-list.server.ts'
import { findCard, findSale, listCardLines, readBalance } from '#app/domain/gift-cards/gift-cards.server.ts'
import { kindOfLine } from '#app/domain/gift-cards/kind-of-line.ts'
import { addresseeOf } from '#app/domain/gift-cards/send-card-again.server.ts'
import { listNotes, listUndoable } from '#app/domain/gift-cards/use-at-desk.server.ts'
import { clinicMoment, formatClinicMoment } from '#app/domain/shared/clinic-time.ts'
import { formatCursor } from '#app/domain/shared/cursor.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { withQuery } from '#app/domain/shared/with-query.ts'
import { getActor, getStaff } from '#app/http/admin.server.ts'
import { mayPost } from '#app/http/rights.server.ts'
import { deskMethodNames } from './words.ts'
import { type RequestContext, servicesContext } from '#app/http/context.ts'
import { listLinks, listPlace } from '#app/http/list-place.server.ts'
import { loadOr404, loadOr503 } from '#app/http/load.ts'
import { giftCardPage } from '#content/gift-cards.ts'

/** There are none unless the clinic takes online payments. */
export function requirePayments(context: RequestContext) {
  if (!context.get(servicesContext).payments) throw data(null, { status: 404 })
}

/** Every card, the newest first. */
export async function getCards(request: Request, context: RequestContext) {
  const { database, emailsLeave } = context.get(servicesContext)
  const place = listPlace(new URL(request.url).searchParams)
  const list = await loadOr503(context, () => listCards(database.db, place))
  return {
    cards: list.cards.map(toRow),
    /** Of the next card that is sold. */
    saleId: randomUUID(),
    isEmailed: emailsLeave,
    ...listLinks(list, place, (at) => withQuery('/admin/gift-cards', at), formatCursor),
  }
}

export type CardRow = ReturnType<typeof toRow>

export const toRow = ({ boughtAt, leftCents, ...card }: ListedCard) => ({
  ...card,
  bought: clinicMoment(boughtAt, clinicTimeZone, Date.now()),
  isEmpty: card.state === 'active' && leftCents === 0,
  left: formatCents(leftCents),
})

/** One card with what moved on it, without its code. */
export async function getCard(context: RequestContext, id: string) {
  const { database, emailsLeave } = context.get(servicesContext)
  const { card, sale, lines, notes, leftCents } = await loadOr404(context, async () => {
    const card = await findCard(database.db, id)
    if (!card) return undefined
    return {
      card,
      sale: await findSale(database.db, id),
      lines: await listCardLines(database.db, id),
      notes: await listNotes(database.db, id),
      leftCents: await readBalance(database.db, id),
    }
  })
  const { state, hint, issue, amountCents, boughtAt, email, recipientName, recipientEmail, paidBy } = card
  const undoable = listUndoable(getActor(context), lines, Date.now())
  return {
    ...{ id, state, hint, issue, email, recipientName, recipientEmail },
    left: formatCents(leftCents),
    canUse: state === 'active' && leftCents > 0,
    amount: formatCents(amountCents),
    bought: formatClinicMoment(boughtAt, clinicTimeZone),
    paidBy: paidBy && deskMethodNames[paidBy],
    mayShow: mayPost(getStaff(context).role, '/admin/gift-cards/:id', 'show'),
    isOfDesk: state !== 'unpaid' && sale === undefined,
    paymentPath: sale && `/admin/payments/${sale.id}`,
    sendTo: state === 'active' && emailsLeave ? addresseeOf(card) : undefined,
    /** Of the next amount that is taken off. */
    useKey: randomUUID(),
    lines: lines.map(({ key, subject, at, cents }) => ({
      key,
      what: giftCardPage.history.kinds[kindOfLine(key)],
      note: notes.get(key),
      order: toOrder(subject),
      when: formatClinicMoment(at, clinicTimeZone),
      amount: formatCents(cents),
      undoKey: undoable.get(key),
    })),
  }
}

/** The number of the order that a line is about. */
const toOrder = (subject: string) => /^order:(.+)$/.exec(subject)?.[1]

/** A code that staff see once, in the answer to a post, so that it has no address. */
export const toShown = (context: RequestContext, card: GiftCard, code: string) => ({
  id: card.id,
  code: formatCode(code),
  printPath: signCardLink(context.get(servicesContext).signer, card),
})
