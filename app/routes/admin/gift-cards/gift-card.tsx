import { Link } from 'react-router'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { Table } from '#app/ui/admin/table.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { namedField } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Detail } from '#app/ui/primitives/detail.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { AddressText } from '#app/ui/site/address-text.tsx'
import { admin } from '#content/pages/admin.ts'
import type { getCard } from './gift-card-view.server.ts'
import type { Shown } from './gift-cards.tsx'
import { ShownCode } from './shown-code.tsx'
import { giftCardsPage, giftCardWords as words } from './words.ts'

type Card = Awaited<ReturnType<typeof getCard>>

type CardProps = { card: Card; form?: FormState; shown?: Shown }

export const GiftCardDetails = ({ card, form = {}, shown }: CardProps) => (
  <AdminPage title={words.title(card.hint)}>
    <div className="cols two">
      <div className="stack">
        <FormOutcome form={form} />
        <Facts {...card} />
        {card.lines.length > 0 && <Lines lines={card.lines} />}
        <p>
          <Link to="/admin/gift-cards">{words.back}</Link>
        </p>
      </div>
      {card.state !== 'unpaid' && (
        <div className="stack">
          {card.canUse && <Use card={card} form={form} />}
          {card.state === 'active' && <Code card={card} shown={shown} />}
          <Lost card={card} />
        </div>
      )}
    </div>
  </AdminPage>
)

const Facts = (card: Card) => (
  <dl className="dl">
    <Detail name={words.facts.state}>{giftCardsPage.states[card.state]}</Detail>
    <Detail name={words.facts.left} className="num">
      {card.left}
    </Detail>
    <Detail name={words.facts.amount} className="num">
      {card.amount} {card.paymentPath && <Link to={card.paymentPath}>{words.payment}</Link>}
    </Detail>
    <Detail name={words.facts.bought}>{card.isOfDesk ? words.atDesk(card.bought, card.paidBy) : card.bought}</Detail>
    <Detail name={words.facts.buyer}>{card.email && <AddressText text={card.email} />}</Detail>
    <Detail name={words.facts.recipient}>
      {(card.recipientName || card.recipientEmail) && <Recipient {...card} />}
    </Detail>
  </dl>
)

const Recipient = ({ recipientName, recipientEmail }: Card) => (
  <>
    {recipientName && <bdi>{recipientName}</bdi>} {recipientEmail && <AddressText text={recipientEmail} />}
  </>
)

const Lines = ({ lines }: Pick<Card, 'lines'>) => (
  <section className="stack" aria-labelledby="lines">
    <h2 id="lines">{words.lines.heading}</h2>
    <Table columns={words.lines.columns} amount="amount">
      {lines.map(({ key, what, note, order, when, amount, undoKey }) => (
        <tr key={key}>
          <td>
            {what} {order && <Link to={`/admin/orders/${order}`}>{order}</Link>}
            {note && (
              <span className="hint cell-line">
                <bdi>{note}</bdi>
              </span>
            )}
            {undoKey && (
              <ActionForm offline={admin.offline}>
                <input type="hidden" name="line" value={undoKey} />
                <IntentButton
                  intent="undo-use"
                  kind="text"
                  text={words.lines.back}
                  aria-label={words.lines.backName(when)}
                />
              </ActionForm>
            )}
          </td>
          <td className="hint num">{when}</td>
          <td className="num amount">{amount}</td>
        </tr>
      ))}
    </Table>
  </section>
)

/** `useKey` makes of two presses one line. */
const Use = ({ card, form }: { card: Card; form: FormState }) => (
  <section className="panel stack" aria-labelledby="use">
    <h2 id="use">{words.use.heading}</h2>
    <p className="hint num">{words.use.hint(card.left)}</p>
    <ActionForm className="stack" offline={admin.offline} noValidate>
      <input type="hidden" name="key" value={card.useKey} />
      <Field label={words.use.amount} inputMode="decimal" autoComplete="off" {...namedField(form, 'amount')} />
      <Field label={words.use.note} hint={words.use.noteHint} autoComplete="off" {...namedField(form, 'note')} />
      <div className="row">
        <IntentButton intent="use" kind="line" text={words.use.button} />
      </div>
    </ActionForm>
  </section>
)

const Code = ({ card, shown }: { card: Card; shown: Shown | undefined }) => (
  <section className="panel stack" aria-labelledby="code">
    <h2 id="code">{words.code.heading}</h2>
    {shown ? (
      <ShownCode {...shown} />
    ) : !card.mayShow ? (
      <p className="hint">{words.code.managers}</p>
    ) : (
      <ActionForm className="stack" offline={admin.offline}>
        <p className="hint">{words.code.hint}</p>
        <div className="row">
          <IntentButton intent="show" kind="line" small text={words.code.show} />
        </div>
      </ActionForm>
    )}
    {card.sendTo && (
      <ActionForm className="stack" offline={admin.offline}>
        <p className="hint">{words.code.sendTo(card.sendTo)}</p>
        <div className="row">
          <IntentButton intent="send" kind="line" small text={words.code.send} />
        </div>
      </ActionForm>
    )}
  </section>
)

const Lost = ({ card: { state, issue, mayShow } }: { card: Card }) => (
  <section className="panel stack" aria-labelledby="lost">
    <h2 id="lost">{words.lost.heading}</h2>
    <p className="hint">{state === 'blocked' ? words.lost.blocked : words.lost.hint}</p>
    <ActionForm className="row" offline={admin.offline}>
      <input type="hidden" name="issue" value={issue} />
      {state === 'blocked' ? (
        <IntentButton intent="unblock" kind="line" small text={words.lost.unblock} />
      ) : (
        <IntentButton intent="block" kind="line" small text={words.lost.block} />
      )}
      {mayShow && <IntentButton intent="replace" kind="line" small text={words.lost.replace} />}
    </ActionForm>
  </section>
)
