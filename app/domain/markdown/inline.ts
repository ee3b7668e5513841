import type { Inline, Span } from './document.ts'

const marks = ['emphasis', 'strong'] as const
type Mark = (typeof marks)[number]

/** The spans of a paragraph as a tree: no link is split, no mark is nested in itself, and none begins or ends with a space. */
export function toInline(spans: readonly Span[]): Inline[] {
  const tidy = tidySpaces(spans).flatMap(splitSpaces)
  return tidy.every(isSpace) ? [] : nest(trimMarks(groupLinks(tidy)))
}

/** A tree as its spans again. */
export function toSpans(inline: readonly Inline[], around: Pick<Span, 'href' | Mark> = {}): Span[] {
  return inline.flatMap((part): Span[] => {
    if (part.kind === 'link') return toSpans(part.inline, { ...around, href: part.href })
    if (part.kind === 'strong' || part.kind === 'emphasis')
      return toSpans(part.inline, { ...around, [part.kind]: true })
    return [{ ...part, ...around }]
  })
}

/** Runs of spaces and line breaks are one space, as in a browser, and none is at the edge of a line. */
function tidySpaces(spans: readonly Span[]): Span[] {
  const tidy: Span[] = []
  for (const span of spans) {
    const last = tidy.at(-1)
    if (span.kind === 'break') {
      if (last?.kind === 'text') last.text = last.text.replace(/ $/, '')
      dropEmpty(tidy)
      if (tidy.length > 0) tidy.push({ ...span })
      continue
    }
    if (span.kind === 'picture') {
      tidy.push({ ...span, alt: collapse(span.alt).trim() })
      continue
    }
    const isAtStart = last === undefined || last.kind === 'break' || (last.kind === 'text' && last.text.endsWith(' '))
    const text = isAtStart ? collapse(span.text).replace(/^ /, '') : collapse(span.text)
    if (text !== '') tidy.push({ ...span, text })
  }
  for (let last = tidy.at(-1); last; last = tidy.at(-1)) {
    if (last.kind === 'text') last.text = last.text.replace(/ $/, '')
    if (last.kind === 'picture' || (last.kind === 'text' && last.text !== '')) break
    tidy.pop()
  }
  return tidy
}

function dropEmpty(spans: Span[]) {
  const last = spans.at(-1)
  if (last?.kind === 'text' && last.text === '') spans.pop()
}

/** No-break spaces stay. */
const collapse = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/[\t\n\v\f\r \u2028\u2029]+/g, ' ')
    .replaceAll(/[\p{Cc}\p{Noncharacter_Code_Point}\ufeff]/gu, '')

const isSpace = ({ kind, text }: { kind: string; text?: string }) =>
  kind === 'break' || (kind === 'text' && /^\s+$/.test(text ?? ''))

const splitSpaces = (span: Span): Span[] =>
  span.kind === 'text'
    ? span.text
        .split(/^(\s+)|(\s+)$/)
        .filter((text) => text)
        .map((text) => ({ ...span, text }))
    : [span]

/** A link or a single span, with the marks of the whole of it. */
type Group = { marks: Mark[]; inline: Inline }

function groupLinks(spans: readonly Span[]): Group[] {
  const groups: Group[] = []
  for (let at = 0; at < spans.length;) {
    const { href } = spans[at]!
    let end = at + 1
    while (href !== undefined && spans[end]?.href === href) end++
    const inside = spans.slice(at, end)
    // Nobody can press a link without a text.
    const isLink = href !== undefined && !inside.every(isSpace)
    const shared = isLink ? marks.filter((mark) => inside.every((span) => span[mark])) : []
    const inner = inside.map((span) => ({
      marks: marks.filter((mark) => span[mark] && !shared.includes(mark)),
      inline: withoutMarks(span),
    }))
    if (isLink) groups.push({ marks: shared, inline: { kind: 'link', href, inline: nest(trimMarks(inner)) } })
    else groups.push(...inner)
    at = end
  }
  return groups
}

/** Markdown knows no mark that begins or ends with a space or a line break. */
function trimMarks(groups: readonly Group[]): Group[] {
  const trimmed = groups.map((group) => ({ ...group }))
  for (const inOrder of [trimmed, trimmed.toReversed()])
    for (const [index, group] of inOrder.entries())
      if (isSpace(group.inline)) group.marks = group.marks.filter((mark) => inOrder[index - 1]?.marks.includes(mark))
  return mergeTexts(trimmed)
}

function mergeTexts(groups: readonly Group[]): Group[] {
  const merged: Group[] = []
  for (const { marks, inline } of groups) {
    const last = merged.at(-1)
    if (last?.inline.kind === 'text' && inline.kind === 'text' && last.marks.join() === marks.join())
      last.inline = { kind: 'text', text: last.inline.text + inline.text }
    else merged.push({ marks, inline })
  }
  return merged
}

function withoutMarks(span: Span): Inline {
  if (span.kind === 'text') return { kind: 'text', text: span.text }
  if (span.kind === 'picture') return { kind: 'picture', source: span.source, alt: span.alt }
  return { kind: 'break' }
}

/** The mark that reaches furthest is outside. */
function nest(groups: readonly Group[]): Inline[] {
  const nested: Inline[] = []
  for (let at = 0; at < groups.length;) {
    const [mark, end] = findLongestMark(groups, at)
    if (mark === undefined) nested.push(groups[at]!.inline)
    else {
      const inside = groups
        .slice(at, end)
        .map((group) => ({ ...group, marks: group.marks.filter((one) => one !== mark) }))
      nested.push({ kind: mark, inline: nest(inside) })
    }
    at = end
  }
  return nested
}

function findLongestMark(groups: readonly Group[], at: number): [Mark | undefined, number] {
  let found: [Mark | undefined, number] = [undefined, at + 1]
  for (const mark of groups[at]!.marks) {
    let end = at + 1
    while (groups[end]?.marks.includes(mark)) end++
    if (found[0] === undefined || end > found[1]) found = [mark, end]
  }
  return found
}
