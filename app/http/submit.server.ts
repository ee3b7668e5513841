import { data } from 'react-router'
import type { z } from 'zod'
import { clinicClock } from '#app/domain/shared/clinic-time.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { ownValue } from '#app/domain/shared/own-value.ts'
import { forms as words } from '#content/forms.ts'
import { admin } from '#content/pages/admin.ts'
import type { Facts } from '#content/pages/page.ts'
import { pageContext, servicesContext, type RequestContext } from './context.ts'
import { logNotStored } from './not-stored.server.ts'
import { checkFields, type Typed } from './parse-form.ts'

/** How a form is checked and what it says when it fails. */
export type Form<Schema> = {
  schema: Schema
  /** What it says when it could not be stored. */
  failure: string
  /** What it says above the fields when some are not right. */
  invalid?: (errors: Record<string, string>) => string | undefined
  /** When to come back, if a limit says no; `time` is on the clinic's clock. */
  tooMany?: (time: string, clinic: Facts) => string
}

/** The domain's answer when a limit refuses until `retryAt` (epoch ms). */
export type TooMany = { ok: false; reason: 'too-many'; retryAt: number }

/** Never given back to the page: what only the honeypot and the suggestion use, and secrets. */
const notShownAgain = new Set(['website', 'suggested', 'password', 'current'])

/** Does what a form asks for. When it cannot be stored, logs why and answers `notStored()`: nothing was changed. */
export async function submit<Answer, NotStored>(
  context: RequestContext,
  work: () => Promise<Answer>,
  notStored: () => NotStored,
): Promise<Answer | NotStored> {
  try {
    return await work()
  } catch (err) {
    logNotStored(context, err)
    return notStored()
  }
}

/** The same for a form of the dashboard, whose page shows the error and what was `typed` into it. */
export const actOn = <Answer>(context: RequestContext, work: () => Promise<Answer>, typed?: Typed) =>
  submit(context, work, () => formError(503, admin.notStored, typed))

/**
 * Does what the pressed button is named for in `intents`; 400 with `unknown` for a name that is not in the table. When
 * it cannot be stored the page says `failure` and shows what was `typed`. Its sentences are the dashboard's if not given.
 */
export async function submitIntent<Answer>(
  context: RequestContext,
  typed: Typed,
  intents: Record<string, () => Promise<Answer>>,
  { unknown = admin.unknownIntent, failure = admin.notStored } = {},
) {
  const act = ownValue(intents, typed.intent ?? '')
  if (!act) return formError(400, unknown)
  return submit(context, act, () => formError(503, failure, typed))
}

/**
 * Takes in a form of a visitor who is known by a sign-in or a link: bad input is 400 with a sentence beside its field, a
 * limit is 429 and says when to come back, and what could not be stored is 503. Nothing typed is lost in any of these.
 */
export async function submitForm<Schema extends z.ZodType, Answer>(
  context: RequestContext,
  typed: Typed,
  form: Form<Schema>,
  work: (values: z.output<Schema>) => Promise<Answer | TooMany>,
) {
  const checked = checkFields(typed, form.schema)
  if (!checked.ok) return showForm(typed, 400, { fieldErrors: checked.errors, error: form.invalid?.(checked.errors) })
  return submitLimited(context, typed, form, () => work(checked.values))
}

/** `submit` for work that a limit may refuse. */
export async function submitLimited<Answer>(
  context: RequestContext,
  typed: Typed,
  { failure, tooMany = words.tooMany }: Omit<Form<never>, 'schema'>,
  work: () => Promise<Answer | TooMany>,
) {
  const clinic = context.get(servicesContext).clinic.facts(Date.now())
  const answer = await submit(context, work, () =>
    showForm(typed, 503, { error: failure, advice: words.orCall(clinic) }),
  )
  if (!isTooMany(answer)) return answer
  const { retryAt } = answer
  context.get(pageContext).retryAfter(Math.max(1, Math.ceil((retryAt - Date.now()) / 1000)))
  return showForm(typed, 429, { error: failure, advice: tooMany(clinicClock(retryAt, clinic.timeZone), clinic) })
}

/** A form's page once more, with what was typed and what is wrong. */
export function showForm(typed: Typed, status: number, state: FormState) {
  const values = Object.fromEntries(Object.entries(typed).filter(([name]) => !notShownAgain.has(name)))
  return data({ form: { values, ...state } satisfies FormState as FormState }, { status })
}

/** What the form says instead of doing it. */
export const formError = (status: number, error: string, typed?: Typed) =>
  typed ? showForm(typed, status, { error }) : data({ form: { error } as FormState }, { status })

/** Where a form leads, or its page once more. */
export type FormAnswer = Response | ReturnType<typeof showForm>

const isTooMany = (answer: unknown): answer is TooMany =>
  typeof answer === 'object' && answer !== null && 'reason' in answer && answer.reason === 'too-many'
