import { Link } from 'react-router'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { deskMethods } from '#app/domain/gift-cards/desk-method.ts'
import { listId } from '#app/domain/shared/list-names.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { requireId } from '#app/http/require-id.ts'
import { EmptyList } from '#app/ui/admin/empty-list.tsx'
import { ListPager } from '#app/ui/admin/pager.tsx'
import { SelectField } from '#app/ui/primitives/select-field.tsx'
import { SortLinks } from '#app/ui/admin/sort-links.tsx'
import { Table } from '#app/ui/admin/table.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { namedField, outcomeId } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { admin } from '#content/pages/admin.ts'
import { GiftCardDetails } from './gift-card.tsx'
import { type CardRow, getCard, getCards, requirePayments } from './gift-card-view.server.ts'
import { receiveGiftCard, receiveSale } from './receive-gift-card.server.ts'
import { ShownCode } from './shown-code.tsx'
import { deskMethodNames, giftCardsPage as words } from './words.ts'
import type { Route } from './+types/gift-cards.ts'

/** Both addresses are one file, so that its words are no other file in the list that every page loads. */
export async function loader({ params: { id }, request, context }: Route.LoaderArgs) {
  requirePayments(context)
  if (id === undefined) return { list: await getCards(request, context) }
  return { card: await getCard(context, requireId(id)) }
}

export async function action({ params: { id }, request, context }: Route.ActionArgs) {
  requirePayments(context)
  return id === undefined ? receiveSale(request, context) : receiveGiftCard(request, context, requireId(id))
}

export default function GiftCards({ loaderData: { list, card }, actionData }: Route.ComponentProps) {
  const answer: Answer = actionData ?? {}
  return card ? <GiftCardDetails card={card} {...answer} /> : <AllCards list={list} {...answer} />
}

export type Shown = { id: string; code: string; printPath: string }

/** What the last post of either page answered. */
type Answer = {
  form?: FormState
  shown?: Shown
  sold?: Shown & { amount: string; sentTo?: string | undefined }
  search?: { typed: string; found: CardRow[]; isCut: boolean }
}

type List = Awaited<ReturnType<typeof getCards>>

const AllCards = ({ list, form = {}, sold, search }: Answer & { list: List }) => (
  <AdminPage title={words.title}>
    <div className="cols two">
      <div className="stack">
        {sold && <Sold sold={sold} />}
        <Search typed={search?.typed} />
        {search ? <Found {...search} /> : <Cards list={list} />}
      </div>
      <Sell key={sold?.id} saleId={list.saleId} isEmailed={list.isEmailed} form={form} />
    </div>
  </AdminPage>
)

const Search = ({ typed }: { typed: string | undefined }) => (
  <ActionForm role="search" aria-label={words.search.form} className="adm-bar" offline={admin.offline}>
    <Field
      label={words.search.label}
      name="q"
      type="search"
      required={false}
      maxLength={200}
      autoComplete="off"
      key={typed}
      defaultValue={typed}
    />
    <IntentButton intent="find" kind="line" text={words.search.button} />
  </ActionForm>
)

const Found = ({ found, isCut }: NonNullable<Answer['search']>) => (
  <>
    <p id={outcomeId} tabIndex={-1} role="status">
      {isCut ? words.search.foundMany(found.length) : words.search.found(found.length)}
    </p>
    {found.length > 0 ? <Rows cards={found} /> : <EmptyList empty={words.search.none} isFiltered />}
    <p>
      <Link to="/admin/gift-cards">{words.search.clear}</Link>
    </p>
  </>
)

const Cards = ({ list }: { list: List }) => (
  <>
    <div id={listId}>
      {list.cards.length > 0 ? (
        <>
          <SortLinks sorts={list.sorts} />
          <Rows cards={list.cards} />
        </>
      ) : (
        <EmptyList empty={words.none} />
      )}
    </div>
    <ListPager previous={list.previous} next={list.next} />
  </>
)

const Rows = ({ cards }: { cards: CardRow[] }) => (
  <Table columns={words.columns} amount="left">
    {cards.map(({ id, hint, state, isEmpty, bought, left, ...people }) => (
      <tr key={id}>
        <td>
          <Link className="leads num" to={`/admin/gift-cards/${id}`}>
            {words.card(hint)}
          </Link>{' '}
          <span className="hint cell-line">
            <bdi>{people.recipientName ?? people.recipientEmail ?? people.email}</bdi>
          </span>
        </td>
        <td>
          {state === 'active' ? (
            isEmpty ? (
              <span className="muted">{words.empty}</span>
            ) : (
              words.states.active
            )
          ) : (
            <span className="tag">{words.states[state]}</span>
          )}
        </td>
        <td className="hint num">{bought}</td>
        <td className="num amount">{left}</td>
      </tr>
    ))}
  </Table>
)

/** `saleId` makes of two presses one card. */
const Sell = ({ saleId, isEmailed, form }: { saleId: string; isEmailed: boolean; form: FormState }) => (
  <section className="panel stack" aria-labelledby="sell">
    <h2 id="sell">{words.sell.heading}</h2>
    <p className="hint">{words.sell.hint}</p>
    <FormOutcome form={form} />
    <ActionForm className="stack" offline={admin.offline} noValidate>
      <input type="hidden" name="key" value={saleId} />
      <Field
        label={words.sell.amount}
        hint={words.sell.amountHint}
        inputMode="decimal"
        autoComplete="off"
        {...namedField(form, 'amount')}
      />
      <SelectField
        label={words.sell.method}
        options={[['', words.sell.chooseMethod], ...deskMethods.map((one) => [one, deskMethodNames[one]] as const)]}
        {...namedField(form, 'method')}
      />
      <Field
        label={words.sell.email}
        hint={isEmailed ? words.sell.emailHint : words.sell.emailHintKept}
        type="email"
        autoComplete="off"
        optional
        {...namedField(form, 'recipientEmail')}
      />
      <div className="row">
        <IntentButton intent="sell" kind="line" text={words.sell.button} />
      </div>
    </ActionForm>
  </section>
)

const Sold = ({ sold: { amount, sentTo, ...shown } }: { sold: NonNullable<Answer['sold']> }) => (
  <section className="panel stack" id={outcomeId} tabIndex={-1} aria-labelledby="sold">
    <h2 id="sold">{words.sold.heading(amount)}</h2>
    <ShownCode {...shown} />
    {sentTo && <p>{words.sold.sent(sentTo)}</p>}
    <p>
      <Link to={`/admin/gift-cards/${shown.id}`}>{words.open}</Link>
    </p>
  </section>
)
