import '#app/ui/styles/shop-and-booking.css'
import '#app/ui/styles/fill-in.css'
import { data } from 'react-router'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { isPayable } from '#app/domain/gift-cards/buy-gift-card.server.ts'
import { cardPath, formatCode, type GiftCard } from '#app/domain/gift-cards/gift-card.ts'
import { kindOfLine } from '#app/domain/gift-cards/kind-of-line.ts'
import { listCardLines, openCode, readBalance } from '#app/domain/gift-cards/gift-cards.server.ts'
import { formatClinicDate, formatClinicMoment } from '#app/domain/shared/clinic-time.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { pageContext, type RequestContext, servicesContext } from '#app/http/context.ts'
import { takeFlash } from '#app/http/flash.ts'
import { findCardByLink } from '#app/http/gift-card.server.ts'
import { loadOr503 } from '#app/http/load.ts'
import { toPaymentProblem } from '#app/http/pay-online.server.ts'
import { readPage } from '#app/http/page-kind.ts'
import { useSite } from '#app/http/site.ts'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Detail } from '#app/ui/primitives/detail.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { NoBreak } from '#app/ui/site/no-break.tsx'
import { PageTop } from '#app/ui/site/page-top.tsx'
import { giftCardPage as words } from '#content/gift-cards.ts'
import type { Route } from './+types/gift-card.ts'

export const handle = readPage()

/** The signed link is the only key, and shows the code: whoever has it can use the card. */
export async function loader({ params: { token }, request, context }: Route.LoaderArgs) {
  context.get(pageContext).doNotStore()
  const card = await findCardByLink(context, token)
  if (!card) return data({ kind: 'gone' as const }, { status: 404 })
  if (card.state === 'blocked') return data({ kind: 'blocked' as const })
  if (card.state === 'active')
    return data({ kind: 'active' as const, ...(await loadOr503(context, () => show(context, card))) })
  const problem = toPaymentProblem(takeFlash(request, context, cardPath(token))?.about)
  const { payBy = 0 } = card
  return data({
    kind: 'unpaid' as const,
    error: problem && (problem === 'unavailable' ? words.unpaid.unavailable : words.unpaid.notPayable),
    payBy: isPayable(card, Date.now()) ? formatClinicMoment(payBy, clinicTimeZone) : undefined,
    action: `${cardPath(token)}/pay`,
  })
}

async function show(context: RequestContext, card: GiftCard) {
  const { database, vault } = context.get(servicesContext)
  const { db } = database
  const lines = await listCardLines(db, card.id)
  return {
    amount: formatCents(card.amountCents),
    recipient: card.recipientName,
    message: card.message,
    code: formatCode(await openCode({ db, vault }, card.id)),
    balance: formatCents(await readBalance(db, card.id)),
    lines: lines.map(({ key, at, cents }) => ({
      key,
      when: formatClinicDate(at, clinicTimeZone),
      what: words.history.kinds[kindOfLine(key)],
      amount: formatCents(cents),
    })),
  }
}

export default function GiftCardOfLink({ loaderData: view }: Route.ComponentProps) {
  const site = useSite()
  const top = toTop(view)
  return (
    <>
      <PageTop page={{ seo: words.seo, ...top }} site={site} path="/gift-cards" noindex />
      {view.kind === 'unpaid' && <Unpaid {...view} />}
      {view.kind === 'active' && <Usable {...view} use={words.use(site.clinic)} />}
    </>
  )
}

type View = Route.ComponentProps['loaderData']

function toTop(view: View) {
  if (view.kind !== 'active') return words[view.kind]
  return { title: words.title(view.amount), lead: view.recipient && words.forWhom(view.recipient) }
}

const Unpaid = ({ error, payBy, action }: Extract<View, { kind: 'unpaid' }>) => (
  <div className="wrap sec fill-in">
    {error && <Note kind="error">{error}</Note>}
    {payBy !== undefined && (
      <>
        <p>
          <NoBreak text={words.unpaid.payBy(payBy)} />
        </p>
        <p>{words.unpaid.open}</p>
        <PostForm action={action}>
          <Button>{words.unpaid.button}</Button>
        </PostForm>
      </>
    )}
  </div>
)

const Usable = ({ code, balance, message, lines, use }: Extract<View, { kind: 'active' }> & { use: string }) => (
  <div className="wrap sec fill-in">
    {message && (
      <p className="form-text" dir="auto">
        {message}
      </p>
    )}
    <dl className="dl gift-card">
      <Detail name={words.code} className="num card-code">
        {code}
      </Detail>
      <Detail name={words.balance} className="num">
        {balance}
      </Detail>
    </dl>
    <p>{use}</p>
    <p className="no-print hint">{words.print}</p>
    {lines.length > 1 && (
      <section className="no-print stack" aria-labelledby="used">
        <h2 className="h3" id="used">
          {words.history.heading}
        </h2>
        <table className="bill" aria-labelledby="used">
          <thead>
            <tr>
              <th scope="col">{words.history.columns.what}</th>
              <th scope="col">{words.history.columns.when}</th>
              <th scope="col">{words.history.columns.amount}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ key, when, what, amount }) => (
              <tr key={key}>
                <th scope="row">{what}</th>
                <td className="num">{when}</td>
                <td className="num">{amount}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    )}
  </div>
)
