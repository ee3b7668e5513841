import { type Answer, type FormField, isSignature } from '#app/domain/forms/form.ts'
import type { OpenedForm } from '#app/domain/forms/signed-forms.server.ts'
import { formatClinicMoment } from '#app/domain/shared/clinic-time.ts'
import { sayAnswer } from '#app/http/form-file/say-answer.ts'

export type FilledIn = ReturnType<typeof toFilledIn>

/** As staff read it on the page of the appointment. */
export const toFilledIn = ({ text, answers, signedAt, version, textHash, fault }: OpenedForm, timeZone: string) => ({
  name: text.name,
  introduction: text.introduction,
  rows: text.fields.map((field, index) => toRow(field, answers[index] ?? '')),
  when: formatClinicMoment(signedAt, timeZone),
  version,
  fingerprint: textHash.slice(0, 16),
  fault,
})

const toRow = (field: FormField, answer: Answer) => ({
  label: field.label,
  answer: sayAnswer(field, answer),
  drawn: isSignature(answer) && answer.drawn ? answer : undefined,
})
