import { createHash } from 'node:crypto'
import { z } from 'zod'
import { multiLine, personName, singleLine } from '#app/domain/shared/plain-text.server.ts'
import { formAnswers as words } from '#content/pages/form.ts'
import { type Answer, type FormText, type NamedField, toDrawnName } from './form.ts'

export const toNamedFields = ({ fields }: Pick<FormText, 'fields'>): NamedField[] =>
  fields.map((field) => {
    const name = `f${shorten(`${field.kind} ${field.label}`)}`
    return { ...field, name, options: field.options.map((text) => ({ name: `${name}.${shorten(text)}`, text })) }
  })

const shorten = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)

type Typed = Readonly<Record<string, string>>

/** An answer for each field, in their order, or a sentence for each wrong one. */
export function readAnswers(text: FormText, typed: Typed) {
  const errors: Record<string, string> = {}
  const answers = toNamedFields(text).map((field): Answer => {
    const read = readAnswer(field, typed)
    if (read.ok) return read.answer
    errors[field.name] = read.error
    return ''
  })
  return Object.keys(errors).length > 0 ? ({ ok: false, errors } as const) : ({ ok: true, answers } as const)
}

type Read = { ok: true; answer: Answer } | { ok: false; error: string }

function readAnswer(field: NamedField, typed: Typed): Read {
  const { kind, name, label, required } = field
  if (kind === 'signature') return readSignature(name, typed)
  if (kind === 'choices') {
    const chosen = field.options.filter((option) => typed[option.name] === 'on').map(({ text }) => text)
    return required && chosen.length === 0 ? { ok: false, error: words.choose(label) } : { ok: true, answer: chosen }
  }
  const value = (typed[name] ?? '').trim()
  if (value === '') return required ? { ok: false, error: words.blank[kind](label) } : { ok: true, answer: '' }
  const { data, error } = toRule(field).safeParse(value)
  return error ? { ok: false, error: error.issues[0]!.message } : { ok: true, answer: data }
}

function toRule({ kind, label, options }: NamedField): z.ZodType<string> {
  const blank = words.blank.line(label)
  switch (kind) {
    case 'date':
      return z.iso
        .date(words.badDate(label))
        .refine((date) => date >= '1900-01-01' && date <= '2199-12-31', words.badDate(label))
    case 'yes-no':
      return z.enum(['yes', 'no'], words.choose(label))
    case 'choice':
      return z.string().refine((value) => options.some(({ text }) => text === value), words.choose(label))
    case 'text':
      return multiLine({ blank, most: 4_000, tooLong: words.tooLong(label, '4,000') })
    default:
      return singleLine({ blank, most: 300, tooLong: words.tooLong(label, '300') })
  }
}

/** Lines and curves between points of the field, as the page's script draws them. */
const drawnPath = /^(?:M\d{1,3} \d{1,3}(?:L\d{1,3} \d{1,3})*){1,200}$/
const mostDrawn = 12_000

function readSignature(name: string, typed: Typed): Read {
  const [signed, drawn] = [(typed[name] ?? '').trim(), typed[toDrawnName(name)] ?? '']
  if (drawn.length > mostDrawn || (drawn !== '' && !drawnPath.test(drawn)))
    return { ok: false, error: words.badDrawing }
  if (signed === '')
    return drawn === '' ? { ok: false, error: words.unsigned } : { ok: true, answer: { name: '', drawn } }
  const { data, error } = personName.safeParse(signed)
  return error ? { ok: false, error: error.issues[0]!.message } : { ok: true, answer: { name: data, drawn } }
}
