import { toOptions } from '#app/domain/content/list-checks.ts'
import type { Entry, Lists } from '#app/domain/content/content-record.ts'

type EditedField = Entry<'forms'>['fields'][number]

export type FormField = Pick<EditedField, 'kind' | 'label' | 'hint' | 'required'> & { options: string[] }

/** What patients read and answer; what they sign is bound to it. */
export type FormText = { name: string; introduction: string; fields: FormField[] }

export type ClinicForm = {
  id: string
  text: FormText
  /** Asked for again only when its text has changed. */
  isOnce: boolean
}

/** Blank: not answered. */
export type Answer = string | string[] | Signature

/** `drawn`: the path of an SVG of 400 × 120, or blank. */
export type Signature = { name: string; drawn: string }

export const isSignature = (answer: Answer): answer is Signature => typeof answer === 'object' && 'name' in answer

export const toFormText = ({ name, introduction, fields }: Entry<'forms'>): FormText => ({
  name,
  introduction,
  fields: fields.map(({ kind, label, hint, options, required }) => ({
    ...{ kind, label, hint },
    options: kind === 'choice' || kind === 'choices' ? toOptions(options) : [],
    // Nothing is signed without it.
    required: required || kind === 'signature',
  })),
})

/** The forms that the clinic asks for before an appointment for this service. */
export const listFormsFor = (content: Lists, serviceId: string): ClinicForm[] =>
  content
    .list('forms')
    .filter(
      ({ archived, available, services }) =>
        !archived && available && (services.length === 0 || services.includes(serviceId)),
    )
    .map((entry) => ({ id: entry.id, text: toFormText(entry), isOnce: entry.again === 'once' }))

/** As the clinic calls it now, also if it was removed. */
export const nameForm = (content: Lists, id: string) =>
  content.list('forms').find((entry) => entry.id === id)?.name ?? id

export const hasSignature = ({ fields }: FormText) => fields.some(({ kind }) => kind === 'signature')

/** A field as its page has it: `name` is the same in every version that has this question, so that answers are kept. */
export type NamedField = Omit<FormField, 'options'> & { name: string; options: { name: string; text: string }[] }

/** Of a drawn signature, beside the field of its name. */
export const toDrawnName = (name: string) => `${name}.drawn`
