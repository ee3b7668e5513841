import type { Appointment } from '#app/domain/booking/appointment.ts'
import { canFillIn, signForm } from '#app/domain/booking/forms/forms.server.ts'
import { hasSignature, listFormsFor, type FormText } from '#app/domain/forms/form.ts'
import { hashFormText } from '#app/domain/forms/form-text.server.ts'
import { readAnswers, toNamedFields } from '#app/domain/forms/read-answers.server.ts'
import { servicesContext, type RequestContext } from '#app/http/context.ts'
import type { Typed } from '#app/http/parse-form.ts'
import { showForm } from '#app/http/submit.server.ts'
import { formPage as words } from '#content/pages/form.ts'

/** What the pages of a form show of its text. */
export const toFormView = (text: FormText) => ({
  name: text.name,
  paragraphs: text.introduction.split(/\n{2,}/).filter(Boolean),
  fields: toNamedFields(text),
  textHash: hashFormText(text),
  isSigned: hasSignature(text),
})

type Sent = { appointment: Appointment; formId: string; typed: Typed }

/** Stores what was filled in, or shows the form again. `leadOn`: where a form that was sent leads. */
export async function receiveForm<Answer>(
  context: RequestContext,
  { appointment, formId, typed }: Sent,
  leadOn: (signedId: string) => Answer,
) {
  const services = context.get(servicesContext)
  const now = Date.now()
  const facts = services.clinic.facts(now)
  await services.content.reload()
  const form = listFormsFor(services.content, appointment.serviceId).find(({ id }) => id === formId)
  if (!form || !canFillIn(appointment, now))
    return showForm(typed, 409, { error: form ? words.closed(facts) : words.gone })
  // Before its fields are checked: they are another form's.
  if (typed.text !== hashFormText(form.text)) return showForm(typed, 409, { error: words.changed })
  const read = readAnswers(form.text, typed)
  if (!read.ok) return showForm(typed, 400, { fieldErrors: read.errors })
  const signed = await signForm(services, {
    ...{ appointmentId: appointment.id, formId, textHash: typed.text, over: typed.over || undefined },
    ...{ answers: read.answers, now },
  })
  if (signed.ok) return leadOn(signed.id)
  const errors = {
    changed: words.changed,
    meanwhile: words.meanwhile,
    closed: words.closed(facts),
    'not-asked': words.gone,
  }
  return showForm(typed, 409, { error: errors[signed.reason] })
}
