import { inflateSync } from 'node:zlib'

type PdfObject = { head: string; stream: string | undefined }

/** Reads the PDF that pdfkit writes, not any PDF: its text by the fonts' maps to Unicode, and its objects as text. */
export function readPdf(file: Buffer) {
  const objects = new Map<string, PdfObject>()
  const source = file.toString('latin1')
  for (const [, id = '', body = ''] of source.matchAll(/(\d+) 0 obj\n(.*?)\nendobj/gs)) {
    const [, head = body, bytes] = /^(.*?)stream\n(.*)\nendstream$/s.exec(body) ?? []
    const isPacked = bytes !== undefined && head.includes('/FlateDecode')
    const stream = isPacked ? inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1') : bytes
    objects.set(id, { head, stream })
  }
  const find = (id: string | undefined) => objects.get(id ?? '')
  const fontMap = (id: string) => toMap(find(/\/ToUnicode (\d+) 0 R/.exec(find(id)?.head ?? '')?.[1])?.stream ?? '')
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\n/.test(head))
  const text = pages.map(({ head }) => {
    const resources = find(/\/Resources (\d+) 0 R/.exec(head)?.[1])?.head ?? ''
    const fonts = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id = '']) => [name, fontMap(id)]),
    )
    return toText(find(/\/Contents (\d+) 0 R/.exec(head)?.[1])?.stream ?? '', fonts)
  })
  return {
    text: text.join('\n'),
    pages: pages.length,
    objects: [...objects.values()].map(({ head }) => head).join('\n'),
  }
}

/** By the number of a glyph. */
function toMap(cmap: string) {
  const map = new Map<number, string>()
  for (const [, first = '', list = ''] of cmap.matchAll(/<([\da-f]{4})> <[\da-f]{4}> \[(.*?)\]/gs))
    [...list.matchAll(/<([\da-f ]*)>/g)].forEach(([, codes = ''], index) => {
      const units = codes.split(' ').filter(Boolean)
      map.set(parseInt(first, 16) + index, String.fromCharCode(...units.map((unit) => parseInt(unit, 16))))
    })
  return map
}

/** Pieces on one line are joined; each line of the page is one of the text. */
function toText(content: string, fonts: Map<string, Map<number, string>>) {
  let [text, font, line] = ['', '', '']
  for (const [, at, name, glyphs] of content.matchAll(/1 0 0 1 \S+ (\S+) Tm|\/(F\d+) \S+ Tf|\[(.*?)\] TJ/g)) {
    if (at && at !== line) {
      text += text && '\n'
      line = at
    }
    if (name) font = name
    for (const [, run = ''] of (glyphs ?? '').matchAll(/<([\da-f]+)>/g))
      for (const [glyph] of run.matchAll(/.{4}/g)) text += fonts.get(font)?.get(parseInt(glyph, 16)) ?? '�'
  }
  return text
}
