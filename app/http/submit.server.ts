import { data } from 'react-router'
import type { z } from 'zod'
import type { TooMany } from '#app/domain/limits/limits.server.ts'
import { clinicClock } from '#app/domain/shared/clinic-time.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { ownValue } from '#app/domain/shared/own-value.ts'
import { forms as words } from '#content/forms.ts'
import { admin } from '#content/pages/admin.ts'
import type { Facts } from '#content/pages/page.ts'
import { pageContext, servicesContext, type RequestContext } from './context.ts'
import { checkFields, type Typed } from './parse-form.ts'

export type Form<Schema> = {
  schema: Schema
  /** The message when the form cannot be stored. */
  failure: string
  /** The message above the fields when some are wrong. */
  invalid?: (errors: Record<string, string>) => string | undefined
  /** The message when a limit is reached; `time` is on the clinic's clock. */
  tooMany?: (time: string, clinic: Facts) => string
}

/** Not sent back to the page. */
const notShownAgain = new Set(['website', 'suggested', 'password', 'current'])

/** Logs an error of `work` and answers `notStored()` instead: nothing was changed. */
export async function submit<Answer, NotStored>(
  context: RequestContext,
  work: () => Promise<Answer>,
  notStored: () => NotStored,
): Promise<Answer | NotStored> {
  try {
    return await work()
  } catch (err) {
    const { requestId } = context.get(pageContext)
    context.get(servicesContext).log.error({ err, requestId }, 'a form could not be stored')
    return notStored()
  }
}

/** The same for a form of the dashboard, whose page shows the error and the typed values. */
export const actOn = <Answer>(context: RequestContext, work: () => Promise<Answer>, typed?: Typed) =>
  submit(context, work, () => formError(503, admin.notStored, typed))

/** Runs the function of `intents` that the pressed button names: 400 for an unknown name, 503 when it fails. */
export async function submitIntent<Answers extends Record<string, unknown>>(
  context: RequestContext,
  typed: Typed,
  intents: { [Intent in keyof Answers]: () => Promise<Answers[Intent]> },
  { unknown = admin.unknownIntent, failure = admin.notStored } = {},
) {
  const act = ownValue<() => Promise<Answers[keyof Answers]>>(intents, typed.intent ?? '')
  if (!act) return formError(400, unknown)
  return submit(context, act, () => formError(503, failure, typed))
}

/**
 * A form of a visitor who is known by a sign-in or a link: 400 for bad input, 429 for a limit, 503 when it cannot be
 * stored, each with the typed values.
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

/** `submit` for work with a limit. */
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

/** The form's page again, with the typed values and errors. */
export function showForm(typed: Typed, status: number, state: FormState) {
  const values = Object.fromEntries(Object.entries(typed).filter(([name]) => !notShownAgain.has(name)))
  return data({ form: { values, ...state } satisfies FormState as FormState }, { status })
}

export const formError = (status: number, error: string, typed?: Typed) =>
  typed ? showForm(typed, status, { error }) : data({ form: { error } as FormState }, { status })

/** A redirect, or the form's page again. */
export type FormAnswer = Response | ReturnType<typeof showForm>

const isTooMany = (answer: unknown): answer is TooMany =>
  typeof answer === 'object' && answer !== null && 'reason' in answer && answer.reason === 'too-many'
