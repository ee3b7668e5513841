/** What is used of a library that has no types of its own (those of others are of an older version). */
declare module 'pdfkit' {
  type Element = { add(child: Element): Element; end(): void }

  export default class PDFDocument {
    constructor(options: {
      size: 'LETTER'
      margin: number
      lang: string
      tagged: true
      displayTitle: true
      pdfVersion: '1.7'
      /** Null: no standard font, for whose files the library would look. */
      font: null
      info: { Title: string; Author: string; CreationDate: Date; ModDate: Date }
    })
    x: number
    y: number
    readonly page: { readonly height: number }
    /** Of the chosen font. */
    readonly _font: { readonly font: { hasGlyphForCodePoint(codePoint: number): boolean } }
    on(event: 'data', heard: (chunk: Buffer) => void): this
    on(event: 'end', heard: () => void): this
    on(event: 'error', heard: (error: Error) => void): this
    registerFont(name: string, bytes: Buffer): this
    font(name: string): this
    fontSize(size: number): this
    text(text: string, options: { continued: boolean; lineGap: number }): this
    moveDown(lines: number): this
    addPage(): this
    file(
      bytes: Buffer,
      options: { name: string; type: string; creationDate: Date; modifiedDate: Date; relationship?: string },
    ): void
    struct(
      tag: string,
      options?: { alt?: string; bbox?: [left: number, bottom: number, right: number, top: number] },
      draw?: () => void,
    ): Element
    addStructure(element: Element): void
    save(): this
    translate(x: number, y: number): this
    scale(factor: number): this
    path(path: string): this
    lineWidth(width: number): this
    lineCap(cap: 'round'): this
    stroke(): this
    restore(): this
    end(): void
  }
}
