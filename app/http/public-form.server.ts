import type { z } from 'zod'
import type { Sender, TooMany } from '#app/domain/limits/limits.server.ts'
import { suggestEmail } from '#app/domain/shared/email-typos.ts'
import { forms as words } from '#content/forms.ts'
import { clientFingerprint } from './client-fingerprint.ts'
import { fillTime, openedField } from './form-opened.server.ts'
import { checkFields, type Typed } from './parse-form.ts'
import { type Form, showForm, submitLimited } from './submit.server.ts'
import type { RequestContext } from './context.ts'

/** A form that anyone may post; each has an email address. */
type PublicForm<Schema> = Form<Schema> & {
  /** The button's text. */
  button: string
  /** Rejects forms filled in within two seconds (see form-opened); only for pages rendered per request. */
  timed?: boolean
  /** The address of an account: a likely typo is not asked about. */
  knownAddress?: boolean
}

/** Hidden from people; also named in ui/primitives/honeypot.tsx. */
const honeypot = 'website'
/** Set by the button that accepts the suggested address. */
const suggested = 'suggested'
/** The address that the page has already asked about. */
const asked = 'asked'

/**
 * `submitForm` for strangers: a filled honeypot or a form sent too fast has to be sent again, and a likely typo in the
 * address is asked about once. The typed values are shown again in each case.
 */
export async function submitPublicForm<Schema extends z.ZodType<{ email: string }>, Answer>(
  context: RequestContext,
  posted: Typed,
  form: PublicForm<Schema>,
  work: (values: z.output<Schema>, sender: Sender | undefined) => Promise<Answer | TooMany>,
) {
  const typed: Typed = { ...posted, ...(posted[suggested] && { email: posted[suggested] }) }

  const checked = checkFields(typed, form.schema)
  if (!checked.ok) return showForm(typed, 400, { fieldErrors: checked.errors, error: form.invalid?.(checked.errors) })

  const filled = form.timed ? fillTime(context, typed[openedField]) : 'enough'
  if (filled === 'forged') delete typed[openedField]
  if (typed[honeypot] || filled !== 'enough') return showForm(typed, 400, { error: words.onceMore(form.button) })

  const { email } = checked.values
  const meant = form.knownAddress ? undefined : suggestEmail(email)
  if (meant && typed[asked] !== email)
    return showForm(typed, 200, { question: questionAbout(email, meant, form.button) })
  return submitLimited(context, typed, form, () => work(checked.values, clientFingerprint(context, email)))
}

function questionAbout(address: string, meant: { domain: string; email: string }, button: string) {
  return {
    text: `${words.didYouMean(meant.domain)} ${words.keep(address, button)}`,
    address,
    suggestion: meant.email,
    button: words.use(meant.email),
  }
}
