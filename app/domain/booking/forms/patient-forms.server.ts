import { z } from 'zod'
import { emailAddress } from '#app/domain/shared/email-address.server.ts'
import { phoneNumber } from '#app/domain/shared/phone-number.server.ts'
import { optionalField, singleLine, personName, multiLine } from '#app/domain/shared/plain-text.server.ts'
import { type OptionalPatientField, type PatientField, patientFields } from '#content/patient-fields.ts'

const rules = { name: personName, email: emailAddress, phone: phoneNumber }

function toRule(field: PatientField): z.ZodType {
  if (!field.optional) return rules[field.kind]
  if (field.kind === 'phone') return optionalField(rules.phone)
  const { label, most } = field
  return optionalField(singleLine({ blank: `Enter ${label}.`, most, tooLong: `Enter at most ${most} characters.` }))
}

const contactShape = Object.fromEntries(patientFields.map((field) => [field.name, toRule(field)])) as typeof rules & {
  [name in OptionalPatientField]: ReturnType<typeof optionalField<z.ZodType<string>>>
}

/** The booking form. Four fields are required (specification, section 5); the clinic may ask for more. */
export const bookingForm = z.object({
  ...contactShape,
  health: multiLine({
    blank: 'Tell us in a few words about your present health.',
    most: 5_000,
    tooLong: 'Enter at most 5,000 characters.',
  }),
})

export type Patient = z.output<typeof bookingForm>

/** A patient can correct these separately. */
export const contactForm = bookingForm.omit({ health: true })
export const healthForm = bookingForm.pick({ health: true })

export const newLinkForm = bookingForm.pick({ email: true })

/** A health answer holds for one patient and one service. For another it must be given again. */
export type AnswerOwner = Pick<Patient, 'name' | 'email'> & { serviceId: string }

export const isSameOwner = (one: AnswerOwner, other: AnswerOwner) =>
  one.serviceId === other.serviceId && one.email === other.email && one.name === other.name

/** The form of a resumed draft: a blank health answer keeps the saved one, which is not shown again. */
export const resumedForm = (serviceId: string, owner: AnswerOwner, answerAgain: string) =>
  bookingForm
    .extend({ health: optionalField(bookingForm.shape.health) })
    .refine(({ health, name, email }) => health !== undefined || isSameOwner({ serviceId, name, email }, owner), {
      path: ['health'],
      message: answerAgain,
    })
