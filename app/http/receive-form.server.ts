import { data, type RouterContextProvider } from 'react-router'
import type { z } from 'zod'
import type { Sender } from '#app/domain/limits/limits.server.ts'
import { clinicClock } from '#app/domain/shared/clinic-time.ts'
import { likelyMeant } from '#app/domain/shared/email-typos.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { forms as words } from '#content/forms.ts'
import { pageContext, servicesContext } from './context.ts'
import { fillTime, openedField } from './form-opened.server.ts'
import { checkFields, type Typed } from './parse-form.ts'
import { senderOf } from './sender.ts'

type Context = Readonly<RouterContextProvider>

/** A form that anyone may post; every one of them has an e-mail address. */
type PublicForm<Schema> = {
  schema: Schema
  /** Name of its button, as the page has it. */
  button: string
  /** What it says when it could not be stored. */
  failure: string
  /** What it says above the fields when some are not right. */
  invalid?: (errors: Record<string, string>) => string | undefined
  /** The page is rendered per request, so that nobody can fill it in within two seconds (see form-opened). */
  timed?: boolean
}

/** What the domain answered: done, or refused by a limit until `retryAt`. */
type Accepted<Answer> = { ok: true; answer: Answer } | { ok: false; reason: 'too-many'; retryAt: number }

/** The field that people do not see; named here and in ui/primitives/honeypot.tsx. */
const trap = 'website'
/** Set by the button that takes the suggested address. */
const suggested = 'suggested'
/** The address that was asked about already. */
const asked = 'asked'

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
  const answer = (status: number, state: FormState) =>
    data({ form: { values: kept(typed), ...state } satisfies FormState }, { status })

  const checked = checkFields(typed, form.schema)
  if (!checked.ok) return answer(400, { fieldErrors: checked.errors, error: form.invalid?.(checked.errors) })

  const filled = form.timed ? fillTime(context, typed[openedField]) : 'enough'
  if (filled === 'forged') delete typed[openedField]
  if (typed[trap] || filled !== 'enough') return answer(400, { error: words.onceMore(form.button) })

  const { email } = checked.values
  const meant = likelyMeant(email)
  if (meant && typed[asked] !== email) return answer(200, { question: questionAbout(email, meant, form.button) })

  try {
    const accepted = await accept(checked.values, senderOf(context, email))
    if (accepted.ok) return accepted.answer
    return answer(429, { error: form.failure, advice: comeBack(context, accepted.retryAt) })
  } catch (err) {
    context
      .get(servicesContext)
      .log.error({ err, requestId: context.get(pageContext).requestId }, 'a form could not be stored')
    return answer(503, {
      error: form.failure,
      advice: words.orCall(context.get(servicesContext).clinic.facts(Date.now())),
    })
  }
}

/** A trap that something filled in is not filled in again. */
function kept(typed: Typed) {
  const values = { ...typed }
  delete values[trap]
  delete values[suggested]
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

function comeBack(context: Context, retryAt: number) {
  const clinic = context.get(servicesContext).clinic.facts(Date.now())
  context.get(pageContext).retryAfter(Math.max(1, Math.ceil((retryAt - Date.now()) / 1000)))
  return words.tooMany(clinicClock(retryAt, clinic.timeZone), clinic)
}
