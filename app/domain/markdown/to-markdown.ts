import type { Block, Inline } from './document.ts'
import { toInline, toSpans } from './inline.ts'
import { normalizeBlocks } from './normalize-blocks.ts'
import { parseInline } from './parse.ts'

/** Markdown that is read as this document again. */
export const toMarkdown = (blocks: readonly Block[]) => writeBlocks(normalizeBlocks(blocks))

/** Plain text as Markdown in which nothing of it is formatting, wherever it is put. */
export const escapeText = (text: string) =>
  text.replaceAll(/[\n\r\u2028\u2029]+/g, ' ').replaceAll(/[!-/:-@[-`{-~]/g, (character) => `\\${character}`)

export const toMarkdownLink = (text: string, href: string) => `[${escapeText(text)}](${href})`

function writeBlocks(blocks: readonly Block[]): string {
  let isOther = false
  return blocks
    .map((block, index) => {
      // Two lists in a row would be one, unless their signs differ.
      isOther = blocks[index - 1]?.kind === block.kind && !isOther
      return writeBlock(block, isOther)
    })
    .join('\n\n')
}

function writeBlock(block: Block, isOther: boolean): string {
  switch (block.kind) {
    case 'paragraph':
      return escapeLineStarts(writeInline(block.inline))
    case 'heading':
      return `${'#'.repeat(block.level)} ${writeInline(block.inline).replace(/(?<=^|\s)(?=#+$)/, '\\')}`
    case 'quote':
      return prefixLines(writeBlocks(block.blocks), '> ', '> ')
    case 'list':
      return writeItems(block.items, () => (isOther ? '* ' : '- '))
    case 'numbered-list':
      return writeItems(block.items, (index) => `${block.start + index}${isOther ? ')' : '.'} `)
  }
}

function writeItems(items: readonly Block[][], markAt: (index: number) => string) {
  const isTight = items.every(canBeTight)
  return items
    .map((item, index) => {
      const mark = markAt(index)
      const text = isTight ? item.map((block) => writeBlock(block, false)).join('\n') : writeBlocks(item)
      return prefixLines(text, mark, ' '.repeat(mark.length))
    })
    .join(isTight ? '\n' : '\n\n')
}

/** A text, and below it perhaps a list. Only a list that begins with 1 may follow a text without a blank line. */
const canBeTight = ([first, second, ...rest]: Block[]) =>
  first?.kind === 'paragraph' &&
  rest.length === 0 &&
  (second === undefined || second.kind === 'list' || (second.kind === 'numbered-list' && second.start === 1))

const prefixLines = (text: string, first: string, others: string) =>
  text
    .split('\n')
    .map((line, index) => ((index === 0 ? first : others) + line).replace(/ +$/, ''))
    .join('\n')

/** What would begin a block if it stood at the start of a line. */
const escapeLineStarts = (text: string) =>
  text
    .split('\n')
    .map((line) =>
      line
        .replace(/^(?=>|#{1,6}(?:\s|$)|[-+](?:\s|$)|(?:=+|-+)\s*$)/, '\\')
        .replace(/^(\d{1,9})(?=[.)](?:\s|$))/, '$1\\'),
    )
    .join('\n')

/** A few combinations of bold and italics inside words have no Markdown; then the italics go. */
function writeInline(inline: readonly Inline[]): string {
  const written = writeParts(inline)
  if (JSON.stringify(parseInline(written)) === JSON.stringify(inline)) return written
  return writeParts(toInline(toSpans(inline).map((span) => ({ ...span, emphasis: false }))))
}

/** `opens` and `closes`: asterisks. */
type Part = { kind: 'text' | 'other' | 'opens' | 'closes'; text: string }

const writeParts = (inline: readonly Inline[]) =>
  encodeBesideMarks(toParts(inline))
    .map(({ text }) => text)
    .join('')

const markOf = { strong: '**', emphasis: '*' }

function toParts(inline: readonly Inline[]): Part[] {
  return inline.flatMap((part, index): Part[] => {
    switch (part.kind) {
      case 'text':
        return [{ kind: 'text', text: writeText(part.text, inline[index + 1]) }]
      case 'break':
        return [{ kind: 'other', text: '\\\n' }]
      case 'picture':
        return [{ kind: 'other', text: `![${writeText(part.alt)}](${writeAddress(part.source)})` }]
      case 'link':
        return [
          { kind: 'other', text: '[' },
          { kind: 'other', text: writeParts(part.inline) },
          { kind: 'other', text: `](${writeAddress(part.href)})` },
        ]
      case 'strong':
      case 'emphasis': {
        const text = markOf[part.kind]
        return [{ kind: 'opens', text }, ...toParts(part.inline), { kind: 'closes', text }]
      }
    }
  })
}

/** Only what could be read as formatting is escaped, so that the text stays easy to read. */
function writeText(text: string, next?: Inline) {
  const escaped = text
    .replaceAll(/[\\*`[\]]/g, '\\$&')
    .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replaceAll(/<(?=\S)|&(?=#?[a-z\d]+;)/gi, '\\$&')
  return next?.kind === 'link' ? escaped.replace(/!$/, '\\!') : escaped
}

const writeAddress = (address: string) => address.replaceAll(/[()\\]|&(?=[#a-z\d]+;)/gi, '\\$&')

/**
 * Asterisks between a letter and a sign are no marks in CommonMark, as in 'a**!b**'. The letter as an entity counts as a
 * sign.
 */
function encodeBesideMarks(parts: readonly Part[]): Part[] {
  const encoded = parts.filter(({ text }) => text !== '').map((part) => ({ ...part }))
  for (let at = 0; at < encoded.length;) {
    let end = at
    while (encoded[end]?.kind === 'opens' || encoded[end]?.kind === 'closes') end++
    if (end > at) {
      const [before, after] = [encoded[at - 1], encoded[end]]
      const run = encoded.slice(at, end)
      const last = [...(before?.text ?? '')].at(-1) ?? ' '
      const [first = ' '] = after?.text ?? ''
      if (run.some(({ kind }) => kind === 'opens') && isWord(last) && isSign(first) && before?.kind === 'text')
        before.text = before.text.slice(0, -last.length) + toEntity(last)
      if (run.some(({ kind }) => kind === 'closes') && isSign(last) && isWord(first) && after?.kind === 'text')
        after.text = toEntity(first) + after.text.slice(first.length)
    }
    at = end + 1
  }
  return encoded
}

const isSign = (character: string) => /[\p{P}\p{S}]/u.test(character)
const isWord = (character: string) => !isSign(character) && !/\s/.test(character)
const toEntity = (character: string) => `&#${character.codePointAt(0)};`
