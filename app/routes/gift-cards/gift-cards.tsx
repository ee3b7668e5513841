import '#app/ui/styles/shop-and-booking.css'
import '#app/ui/styles/fill-in.css'
import { data } from 'react-router'
import { orderGiftCard } from '#app/domain/gift-cards/buy-gift-card.server.ts'
import { checkBalance } from '#app/domain/gift-cards/check-balance.server.ts'
import { offeredCents, signCardLink } from '#app/domain/gift-cards/gift-card.ts'
import { buyForm, codeForm } from '#app/domain/gift-cards/gift-card-form.server.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { clientFingerprint } from '#app/http/client-fingerprint.ts'
import { servicesContext } from '#app/http/context.ts'
import { payCard } from '#app/http/gift-card.server.ts'
import { readPage } from '#app/http/page-kind.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { prefill } from '#app/http/prefill.server.ts'
import { submitPublicForm } from '#app/http/public-form.server.ts'
import { useSite } from '#app/http/site.ts'
import { showForm, submitForm, submitIntent } from '#app/http/submit.server.ts'
import { getTexts } from '#app/http/texts.server.ts'
import { EmailField } from '#app/ui/forms/email-field.tsx'
import { namedField, outcomeId } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { ProblemSummary } from '#app/ui/forms/problem-summary.tsx'
import { Field, FieldError } from '#app/ui/primitives/field.tsx'
import { Honeypot } from '#app/ui/primitives/honeypot.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { Markdown } from '#app/ui/site/markdown.tsx'
import { PageTop } from '#app/ui/site/page-top.tsx'
import { giftCardsPage as words } from '#content/gift-cards.ts'
import type { Route } from './+types/gift-cards.ts'

export const handle = readPage()

export async function loader({ request, context }: Route.LoaderArgs) {
  if (!context.get(servicesContext).payments) throw data(null, { status: 404 })
  return { texts: getTexts(context, 'gift-cards'), known: await prefill(request, context) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext)
  if (!services.payments) throw data(null, { status: 404 })
  const typed = await typedFields(request)
  const { button, failure, check, errors } = words
  return submitIntent(
    context,
    // Enter in a field submits the first button of its form.
    { intent: typed.code === undefined ? 'buy' : 'check', ...typed },
    {
      buy: () =>
        submitPublicForm(context, typed, { schema: buyForm, button, failure }, async (values, sender) => {
          const { ownAmount: amountCents, amount: _, ...card } = values
          const ordered = await orderGiftCard(services, { ...card, amountCents, sender, now: Date.now() })
          if (!ordered.ok) return ordered
          const path = signCardLink(services.signer, ordered.card)
          return payCard(context, { id: ordered.card.id, path })
        }),
      check: () =>
        submitForm(context, typed, { schema: codeForm, failure: check.failure }, async ({ code }) => {
          const checked = await checkBalance(services, {
            code,
            sender: clientFingerprint(context, code),
            now: Date.now(),
          })
          if (!checked.ok && checked.reason === 'too-many') return checked
          if (!checked.ok) return showForm(typed, 400, { fieldErrors: { code: errors.unknown } })
          return showForm({}, 200, { notice: check.balance(formatCents(checked.cents)) })
        }),
    },
    { failure },
  )
}

export default function GiftCards({ loaderData: { texts, known }, actionData }: Route.ComponentProps) {
  const site = useSite()
  const form: FormState = actionData?.form ?? {}
  const isCheck = form.notice !== undefined || form.values?.code !== undefined
  const [buyState, checkState] = isCheck ? [{}, form] : [form, {}]
  return (
    <>
      <PageTop page={texts} site={site} path="/gift-cards" />
      <div className="wrap sec fill-in">
        <section className="stack" aria-labelledby="about">
          <h2 className="h3" id="about">
            {texts.about.heading}
          </h2>
          <Markdown text={texts.about.text} rank={3} clinic={site.clinic} />
        </section>
        <section className="stack" aria-labelledby="buy">
          <h2 className="h3" id="buy">
            {words.buy}
          </h2>
          <ProblemSummary form={buyState} />
          <FormOutcome form={buyState} />
          <Buy form={buyState} email={known?.email} isEmailed={!site.keepsEmails} />
        </section>
        <section className="stack" aria-labelledby="check">
          <h2 className="h3" id="check">
            {words.check.heading}
          </h2>
          <FormOutcome form={checkState} />
          <PostForm action={`/gift-cards#${outcomeId}`}>
            <Field
              label={words.check.code}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              {...namedField(checkState, 'code')}
            />
            <IntentButton intent="check" kind="line" text={words.check.button} />
          </PostForm>
        </section>
      </div>
    </>
  )
}

type BuyProps = { form: FormState; email: string | undefined; isEmailed: boolean }

function Buy({ form, email, isEmailed }: BuyProps) {
  return (
    <PostForm action={`/gift-cards#${outcomeId}`}>
      <Amounts form={form} />
      <EmailField
        label={words.email}
        hint={isEmailed ? words.emailHint : words.emailHintKept}
        form={{ values: email ? { email } : {}, ...form }}
      />
      <h3 className="h3">{words.gift}</h3>
      <Field label={words.recipientName} autoComplete="off" optional {...namedField(form, 'recipientName')} />
      <Field
        label={words.recipientEmail}
        type="email"
        autoComplete="off"
        hint={isEmailed ? words.recipientHint : words.recipientHintKept}
        optional
        {...namedField(form, 'recipientEmail')}
      />
      <Field
        label={words.message}
        multiline
        rows={3}
        hint={words.messageHint}
        optional
        {...namedField(form, 'message')}
      />
      <Honeypot />
      <IntentButton intent="buy" text={words.button} />
      <p className="hint">{words.hint}</p>
    </PostForm>
  )
}

/** The own amount is read only if it is chosen. */
function Amounts({ form }: { form: FormState }) {
  const { id, error } = { id: undefined, ...namedField(form, 'amount') }
  const chosen = form.values?.amount ?? String(offeredCents[0])
  return (
    <>
      <fieldset className="answers" id={id} aria-describedby={error ? 'amount-error' : undefined}>
        <legend>{words.amount}</legend>
        {[...offeredCents.map((cents) => ({ value: String(cents), text: formatCents(cents) })), own].map(
          ({ value, text }) => (
            <label key={value}>
              <input type="radio" name="amount" value={value} defaultChecked={chosen === value} />
              <span>{text}</span>
            </label>
          ),
        )}
        {error && <FieldError id="amount-error" text={error} />}
      </fieldset>
      <Field
        label={words.ownAmount}
        hint={words.ownHint}
        inputMode="decimal"
        autoComplete="off"
        optional
        {...namedField(form, 'ownAmount')}
      />
    </>
  )
}

const own = { value: 'own', text: words.own }
