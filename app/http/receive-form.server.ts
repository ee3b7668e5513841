import { data, type RouterContextProvider } from 'react-router'
import type { z } from 'zod'
import type { Sender } from '#app/domain/limits/limits.server.ts'
import { clinicClock } from '#app/domain/shared/clinic-time.ts'
import { likelyMeant } from '#app/domain/shared/email-typos.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { forms as words } from '#content/forms.ts'
import type { Facts } from '#content/pages/page.ts'
import { pageContext, servicesContext } from './context.ts'
import { fillTime, openedField } from './form-opened.server.ts'
import { checkFields, type Typed } from './parse-form.ts'
import { clientFingerprint } from './client-fingerprint.ts'

type Context = Readonly<RouterContextProvider>

/** How a posted form is taken in and answered. */
type Form<Schema> = {
  schema: Schema
  /** What it says when it could not be stored. */
  failure: string
  /** What it says above the fields when some are not right. */
  invalid?: (errors: Record<string, string>) => string | undefined
  /** When to come back, if a limit says no; `time` is on the clinic's clock. */
  tooMany?: (time: string, clinic: Facts) => string
}

/** A form that anyone may post; every one of them has an e-mail address. */
type PublicForm<Schema> = Form<Schema> & {
  /** Name of its button, as the page has it. */
  button: string
  /** The page is rendered per request, so that nobody can fill it in within two seconds (see form-opened). */
  timed?: boolean
  /** Whoever has an account knows its address: a likely slip is not asked about. */
  ownAddress?: boolean
}

/** What the domain answered: done, or refused by a limit until `retryAt`. */
export type Accepted<Answer> = { ok: true; answer: Answer } | { ok: false; reason: 'too-many'; retryAt: number }

/** The field that people do not see; named here and in ui/primitives/honeypot.tsx. */
const trap = 'website'
/** Set by the button that takes the suggested address. */
const suggested = 'suggested'
/** The address that was asked about already. */
const asked = 'asked'
/** Never given back to the page. */
const secrets = ['password', 'current']

/**
 * Takes in a posted form, alike for all of them: bad input is 400 with a sentence beside its field; a filled trap or a
 * too quick press asks to press once more; a likely slip in the address is asked about once; a limit is 429 and says
 * when to come back; what could not be stored is 503. Nothing typed is lost in any of these.
 */
export async function receiveForm<Schema extends z.ZodType<{ email: string }>, Answer>(
  context: Context,
  posted: Typed,
  form: PublicForm<Schema>,
  accept: (values: z.output<Schema>, sender: Sender | undefined) => Promise<Accepted<Answer>>,
) {
  const typed: Typed = { ...posted, ...(posted[suggested] && { email: posted[suggested] }) }
  const answer = (status: number, state: FormState) => refused(typed, status, state)

  const checked = checkFields(typed, form.schema)
  if (!checked.ok) return answer(400, { fieldErrors: checked.errors, error: form.invalid?.(checked.errors) })

  const filled = form.timed ? fillTime(context, typed[openedField]) : 'enough'
  if (filled === 'forged') delete typed[openedField]
  if (typed[trap] || filled !== 'enough') return answer(400, { error: words.onceMore(form.button) })

  const { email } = checked.values
  const meant = form.ownAddress ? undefined : likelyMeant(email)
  if (meant && typed[asked] !== email) return answer(200, { question: questionAbout(email, meant, form.button) })
  return settle(context, typed, form, () => accept(checked.values, clientFingerprint(context, email)))
}

/** The same for a form of somebody who is known by a sign-in or by the link of a letter: no trap, and no questions. */
export async function receiveOwnForm<Schema extends z.ZodType, Answer>(
  context: Context,
  typed: Typed,
  form: Form<Schema>,
  accept: (values: z.output<Schema>) => Promise<Accepted<Answer>>,
) {
  const checked = checkFields(typed, form.schema)
  if (!checked.ok) return refused(typed, 400, { fieldErrors: checked.errors, error: form.invalid?.(checked.errors) })
  return settle(context, typed, form, () => accept(checked.values))
}

/** A form's page once more, with what was typed and what is wrong. */
export const refused = (typed: Typed, status: number, state: FormState) =>
  data({ form: { values: kept(typed), ...state } satisfies FormState }, { status })

/** Where a form leads, or its page once more. */
export type FormAnswer = Response | ReturnType<typeof refused>

async function settle<Answer>(
  context: Context,
  typed: Typed,
  { failure, tooMany = words.tooMany }: Form<z.ZodType>,
  accept: () => Promise<Accepted<Answer>>,
) {
  try {
    const accepted = await accept()
    if (accepted.ok) return accepted.answer
    return refused(typed, 429, { error: failure, advice: comeBack(context, accepted.retryAt, tooMany) })
  } catch (err) {
    context
      .get(servicesContext)
      .log.error({ err, requestId: context.get(pageContext).requestId }, 'a form could not be stored')
    return refused(typed, 503, {
      error: failure,
      advice: words.orCall(context.get(servicesContext).clinic.facts(Date.now())),
    })
  }
}

/** A trap that something filled in is not filled in again, nor is a password. */
function kept(typed: Typed) {
  const values = { ...typed }
  delete values[trap]
  delete values[suggested]
  for (const secret of secrets) delete values[secret]
  return values
}

function questionAbout(address: string, meant: { domain: string; email: string }, button: string) {
  return {
    text: `${words.didYouMean(meant.domain)} ${words.keep(address, button)}`,
    address,
    suggestion: meant.email,
    button: words.use(meant.email),
  }
}

function comeBack(context: Context, retryAt: number, tooMany: typeof words.tooMany) {
  const clinic = context.get(servicesContext).clinic.facts(Date.now())
  context.get(pageContext).retryAfter(Math.max(1, Math.ceil((retryAt - Date.now()) / 1000)))
  return tooMany(clinicClock(retryAt, clinic.timeZone), clinic)
}
