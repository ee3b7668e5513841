import { type Answer, type FormField, isSignature } from '#app/domain/forms/form.ts'
import type { OpenedForm } from '#app/domain/forms/signed-forms.server.ts'
import { formatClinicMoment } from '#app/domain/shared/clinic-time.ts'
import { formFile as words } from '#content/pages/form.ts'
import { makePdf, type PdfWriter, pdfSizes as sizes } from '#app/http/pdf/make-pdf.server.ts'
import { sayAnswer } from './say-answer.ts'

export type FileOptions = {
  form: OpenedForm
  clinic: { name: string; timeZone: string }
  /** The patient's name, and when the appointment is. */
  name: string
  when: string
}

/** The same form always makes the same bytes. */
export function makeFormFile(options: FileOptions): Promise<Buffer<ArrayBuffer>> {
  const { text, signedAt } = options.form
  const about = { title: text.name, author: options.clinic.name, made: new Date(signedAt) }
  return makePdf(about, (writer) => write(writer, options))
}

export const formFileHeaders = {
  'Content-Type': 'application/pdf',
  // It names nobody, as it may lie among other downloads.
  'Content-Disposition': 'attachment; filename="form.pdf"',
  'Cache-Control': 'no-store',
}

function write(writer: PdfWriter, { form, clinic, name, when }: FileOptions) {
  const { text, answers, signedAt, version, textHash, fault } = form
  writer.say('H1', text.name, { size: sizes.title, isBold: true, after: 0.3 })
  writer.say('P', [clinic.name, name, when].filter(Boolean).join(' · '), { size: sizes.small, after: 1.2 })
  if (fault) writer.say('P', words.fault, { isBold: true, after: 1 })
  for (const paragraph of text.introduction.split(/\n{2,}/).filter(Boolean)) writer.say('P', paragraph, { after: 0.7 })
  text.fields.forEach((field, index) => writeField(writer, field, answers[index] ?? ''))
  const last = [words.signed(formatClinicMoment(signedAt, clinic.timeZone), version), words.fingerprint(textHash)]
  for (const line of last) writer.say('P', line, { size: sizes.small, after: 0.2 })
  if (!writer.isWhole()) {
    writer.say('P', words.missing, { size: sizes.small })
    writer.attach('form.txt', toPlainText(form))
  }
}

function writeField(writer: PdfWriter, field: FormField, answer: Answer) {
  writer.say('P', field.label, { isBold: true, after: 0.1 })
  if (field.hint) writer.say('P', field.hint, { size: sizes.small, after: 0.1 })
  const said = sayAnswer(field, answer)
  if (said) writer.say('P', said, { after: 0.8 })
  if (isSignature(answer) && answer.drawn) writer.draw(answer.drawn, words.drawn(answer.name))
}

/** With exactly the characters that were typed. */
const toPlainText = ({ text, answers }: OpenedForm) =>
  [
    text.name,
    text.introduction,
    ...text.fields.map((field, index) => `${field.label}\n${sayAnswer(field, answers[index] ?? '')}`),
  ].join('\n\n')
