import type PDFDocument from 'pdfkit'
import { boldFont, regularFonts } from './fonts.server.ts'
import { splitRuns } from './split-runs.ts'

export type PdfWriter = Omit<ReturnType<typeof createWriter>, 'end'>

type About = { title: string; author: string; made: Date }

const margin = 60
export const pdfSizes = { title: 20, text: 11, small: 9 }

/** A tagged PDF; what is written the same makes the same bytes. Its library is loaded with the first one. */
export async function makePdf(
  { title, author, made }: About,
  write: (writer: PdfWriter) => void,
): Promise<Buffer<ArrayBuffer>> {
  const { default: PDF } = await import('pdfkit')
  const document = new PDF({
    size: 'LETTER',
    margin,
    lang: 'en-US',
    tagged: true,
    displayTitle: true,
    pdfVersion: '1.7',
    font: null,
    info: { Title: title, Author: author, CreationDate: made, ModDate: made },
  })
  const chunks: Buffer[] = []
  const ended = new Promise<void>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', resolve).on('error', reject)
  })
  const writer = createWriter(document, made)
  write(writer)
  writer.end()
  document.end()
  await ended
  return Buffer.concat(chunks)
}

type Say = { size?: number; isBold?: boolean; after?: number }

function createWriter(document: PDFDocument, made: Date) {
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
    say(tag: 'H1' | 'P', text: string, { size = pdfSizes.text, isBold = false, after = 0 }: Say = {}) {
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
    /** Whether the fonts had every character so far. */
    isWhole: () => isWhole,
    attach(name: string, text: string) {
      document.file(Buffer.from(text), { name, type: 'text/plain', creationDate: made, modifiedDate: made })
    },
    end: () => root.end(),
  }
}
