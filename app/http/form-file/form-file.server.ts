import type PDFDocument from 'pdfkit'
import { type Answer, type FormField, isSignature } from '#app/domain/forms/form.ts'
import type { OpenedForm } from '#app/domain/forms/signed-forms.server.ts'
import { formatClinicMoment } from '#app/domain/shared/clinic-time.ts'
import { formFile as words } from '#content/pages/form.ts'
import { boldFont, regularFonts } from './fonts.server.ts'
import { sayAnswer } from './say-answer.ts'
import { splitRuns } from './split-runs.ts'

export type FileOptions = {
  form: OpenedForm
  clinic: { name: string; timeZone: string }
  /** The patient's name, and when the appointment is. */
  name: string
  when: string
}

/** A tagged PDF; the same form always makes the same bytes. Its library is loaded with the first one. */
export async function makeFormFile(options: FileOptions): Promise<Buffer<ArrayBuffer>> {
  const { default: PDF } = await import('pdfkit')
  const { text, signedAt } = options.form
  const made = new Date(signedAt)
  const document = new PDF({
    size: 'LETTER',
    margin,
    lang: 'en-US',
    tagged: true,
    displayTitle: true,
    pdfVersion: '1.7',
    font: null,
    info: { Title: text.name, Author: options.clinic.name, CreationDate: made, ModDate: made },
  })
  const chunks: Buffer[] = []
  const ended = new Promise<void>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', resolve).on('error', reject)
  })
  write(document, options)
  document.end()
  await ended
  return Buffer.concat(chunks)
}

export const formFileHeaders = {
  'Content-Type': 'application/pdf',
  // It names nobody, as it may lie among other downloads.
  'Content-Disposition': 'attachment; filename="form.pdf"',
  'Cache-Control': 'no-store',
}

const margin = 60
const sizes = { title: 20, text: 11, small: 9 }

function write(document: PDFDocument, { form, clinic, name, when }: FileOptions) {
  const { text, answers, signedAt, version, textHash, fault } = form
  const writer = createWriter(document)
  writer.say('H1', text.name, { size: sizes.title, isBold: true, after: 0.3 })
  writer.say('P', [clinic.name, name, when].filter(Boolean).join(' · '), { size: sizes.small, after: 1.2 })
  if (fault) writer.say('P', words.fault, { isBold: true, after: 1 })
  for (const paragraph of text.introduction.split(/\n{2,}/).filter(Boolean)) writer.say('P', paragraph, { after: 0.7 })
  text.fields.forEach((field, index) => writeField(writer, field, answers[index] ?? ''))
  const last = [words.signed(formatClinicMoment(signedAt, clinic.timeZone), version), words.fingerprint(textHash)]
  for (const line of last) writer.say('P', line, { size: sizes.small, after: 0.2 })
  if (!writer.isWhole()) {
    writer.say('P', words.missing, { size: sizes.small })
    document.file(Buffer.from(toPlainText(form)), {
      name: 'form.txt',
      type: 'text/plain',
      creationDate: new Date(signedAt),
      modifiedDate: new Date(signedAt),
    })
  }
  writer.end()
}

type Writer = ReturnType<typeof createWriter>

function writeField(writer: Writer, field: FormField, answer: Answer) {
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

type Say = { size?: number; isBold?: boolean; after?: number }

function createWriter(document: PDFDocument) {
  for (const [name, bytes] of Object.entries(regularFonts)) document.registerFont(name, bytes)
  document.registerFont('bold', boldFont)
  const names = Object.keys(regularFonts)
  const root = document.struct('Document')
  document.addStructure(root)
  let isWhole = true

  /** The library has no other way to ask a font for a character. */
  const has = (font: string, codePoint: number) =>
    codePoint === 10 || document.font(font)._font.font.hasGlyphForCodePoint(codePoint)

  return {
    say(tag: 'H1' | 'P', text: string, { size = sizes.text, isBold = false, after = 0 }: Say = {}) {
      const split = splitRuns(text, isBold ? ['bold', ...names] : names, has)
      isWhole &&= split.isWhole
      root.add(
        document.struct(tag, {}, () => {
          split.runs.forEach(({ font, text: run }, index) => {
            document
              .font(font)
              .fontSize(size)
              .text(run, { continued: index < split.runs.length - 1, lineGap: 2 })
          })
        }),
      )
      document.moveDown(after)
    },
    /** A path of 400 × 120, at half its size. */
    draw(path: string, alt: string) {
      const [width, height] = [200, 60]
      if (document.y + height > document.page.height - margin) document.addPage()
      const { x, y } = document
      // In the coordinates of PDF, which begin at the bottom.
      const [bottom, top] = [document.page.height - y - height, document.page.height - y]
      root.add(
        document.struct('Figure', { alt, bbox: [x, bottom, x + width, top] }, () => {
          document.save().translate(x, y).scale(0.5).path(path).lineWidth(2.5).lineCap('round').stroke().restore()
        }),
      )
      document.y = y + height + 12
    },
    isWhole: () => isWhole,
    end: () => root.end(),
  }
}
