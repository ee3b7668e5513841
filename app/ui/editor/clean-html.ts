import { isLinkAddress, isPictureSource } from '#app/domain/markdown/addresses.ts'
import { applySheets, dropHidden, readStyle, styleOf } from './pasted-styles.ts'
import { joinWordLists } from './word-lists.ts'

export type Cleaned = {
  html: string
  /** Pictures that stand nowhere on this website. */
  droppedPictures: number
  /** Links that this website may not have, such as to http://. */
  droppedLinks: number
  /** Passages that their author had crossed out or deleted. */
  droppedTexts: number
}

/**
 * What was copied elsewhere, with our elements alone: schema.ts reads the rest. Word and Google Docs say much in styles,
 * which are read as text, because this page's policy keeps browsers from applying them.
 */
export function cleanHtml(html: string): Cleaned {
  const { body } = new DOMParser().parseFromString(withoutInline(html), 'text/html')
  for (const element of body.querySelectorAll(unwanted)) element.remove()
  applySheets(html, body)
  dropHidden(body)
  dropRemarks(body)
  const droppedTexts = dropDeleted(body)
  joinWordLists(body)
  const droppedPictures = dropPictures(body)
  for (const table of body.querySelectorAll('table')) replaceTable(table)
  for (const list of body.querySelectorAll(':is(ul, ol) > :is(ul, ol)')) nestList(list)
  joinLists(body)
  const droppedLinks = [...body.querySelectorAll('a')].filter(isDroppedLink).length
  for (const element of body.querySelectorAll('*')) rewrite(element)
  dropEmpty(body)
  return { html: body.innerHTML, droppedPictures, droppedLinks, droppedTexts }
}

/** Inline styles and handlers become data: the policy would have a browser report each of them. */
const withoutInline = (html: string) =>
  html
    .replaceAll(/<style\b[\s\S]*?(<\/style>|$)/gi, '')
    .replaceAll(/<[a-z](?:"[^"]*"|'[^']*'|[^>])*/gi, (tag) =>
      tag.replaceAll(/([\s/"'])(?=(?:style|on[a-z]+)\s*=)/gi, '$1data-'),
    )

const pictureOf = 'data-picture'

/** Never read out: scripts, what only programs read, and what Word writes for other Words. */
const unwanted = [
  ...['script', 'style', 'template', 'noscript', 'iframe', 'object', 'embed', 'link', 'meta', 'title', 'base', 'head'],
  ...['input', 'select', 'textarea', 'button', 'audio', 'map', 'math', '[hidden]', 'xml', 'o\\:p:empty'],
].join()

/** Comments of reviewers, in Word as in Google Docs. */
function dropRemarks(body: Element) {
  for (const anchor of body.querySelectorAll('a[id^="cmnt"]:not([id^="cmnt_ref"])'))
    (anchor.closest('div') ?? anchor.closest('p') ?? anchor).remove()
  for (const element of body.querySelectorAll(remarks)) element.remove()
}

const remarks = [
  ...['comment-list', 'comment'].map((name) => `[${styleOf}*="mso-element:${name}" i]`),
  `[${styleOf}*="mso-special-character:comment" i]`,
  ...['MsoCommentReference', 'MsoCommentText', 'MsoCommentSubject', 'msocomanchor', 'msocomoff', 'msocomtxt'].map(
    (name) => `[class~="${name}" i]`,
  ),
  ...['a[href^="#_msocom"]', 'a[href^="#cmnt"]'],
].join()

/** What was crossed out is not to be read; without its line it would be. */
function dropDeleted(body: Element) {
  const deleted = [...body.querySelectorAll(crossedOut)].filter(
    (element) => !element.parentElement?.closest(crossedOut),
  )
  for (const element of deleted) element.remove()
  return deleted.filter((element) => element.textContent.trim() !== '').length
}

const crossedOut = [
  ...['del', 's', 'strike', '[class~="msoDel" i]', '[class*="TrackChangeTextDeletion"]'],
  `[${styleOf}*="line-through" i]`,
].join()

/** Some programs copy an emoji as a picture of it; and pictures of one point tell who read an email. */
function dropPictures(body: Element) {
  let dropped = 0
  for (const picture of body.querySelectorAll('img, svg, canvas, video')) {
    const alt = picture.getAttribute('alt') ?? ''
    const isEmoji = /^\p{Extended_Pictographic}.{0,8}$/u.test(alt)
    if (!isEmoji && picture.getAttribute('width') !== '1') dropped++
    picture.replaceWith(isEmoji ? alt : '')
  }
  return dropped
}

/** A row is a paragraph. */
function replaceTable(table: Element) {
  const rows = [...table.querySelectorAll('tr')].map((row) => {
    const paragraph = table.ownerDocument.createElement('p')
    for (const cell of row.querySelectorAll('td, th')) {
      if (cell.closest('table') !== row.closest('table')) continue
      if (cell.textContent.trim() === '') continue
      if (paragraph.hasChildNodes()) paragraph.append(' | ')
      for (const block of cell.querySelectorAll('p, div, li, h1, h2, h3, h4, h5, h6, blockquote')) unwrap(block, ' ')
      for (const list of cell.querySelectorAll('ul, ol')) unwrap(list)
      paragraph.append(...cell.childNodes)
    }
    return paragraph
  })
  table.replaceWith(...rows)
}

/** Google Docs and old Words put a list beside the item that it belongs to. */
function nestList(list: Element) {
  const before = list.previousElementSibling
  if (before?.tagName === 'LI') before.append(list)
  else {
    const item = list.ownerDocument.createElement('li')
    list.replaceWith(item)
    item.append(list)
  }
}

/** Word in the browser copies each item in a list of its own. */
function joinLists(body: Element) {
  for (const wrapper of body.querySelectorAll('.ListContainerWrapper')) unwrap(wrapper)
  for (const list of body.querySelectorAll('ul, ol')) {
    const before = list.previousElementSibling
    if (!before?.matches('ul, ol') || isTextBetween(before, list)) continue
    let around = before
    for (let level = readLevel(list) - readLevel(before); level > 0; level--) {
      const item = around.lastElementChild
      const inner = item?.lastElementChild
      if (!inner?.matches('ul, ol')) {
        item?.append(list)
        break
      }
      around = inner
    }
    if (list.parentElement === around.lastElementChild) continue
    if (continues(list, around)) {
      around.append(...list.childNodes)
      list.remove()
    } else if (around !== before) around.after(list)
  }
}

const readLevel = (list: Element) => Number(list.firstElementChild?.getAttribute('data-aria-level') ?? 1)

/** Two numbered lists may be two; not when the second one has the next number, or each has one item. */
function continues(list: Element, before: Element) {
  if (list.tagName !== before.tagName) return false
  const start = list.getAttribute('start')
  const next = Number(before.getAttribute('start') ?? 1) + before.children.length
  return list.tagName === 'UL' || (start === null ? list.children.length === 1 : Number(start) === next)
}

function isTextBetween(before: Element, after: Element) {
  for (let node = before.nextSibling; node && node !== after; node = node.nextSibling)
    if (node.textContent?.trim()) return true
  return false
}

/** Blank lines between paragraphs are spaces or breaks of their own. */
function dropEmpty(body: Element) {
  const blocks = 'p, h1, h2, h3, h4, h5, h6, li, ul, ol, blockquote, div'
  for (const block of [...body.querySelectorAll(blocks)].toReversed())
    if (block.textContent.trim() === '' && !block.querySelector(`[${pictureOf}]`)) block.remove()
    else trimEnd(block)
  for (const lineBreak of body.querySelectorAll('br'))
    if ([lineBreak.previousElementSibling, lineBreak.nextElementSibling].some((beside) => beside?.matches(blocks)))
      lineBreak.remove()
}

/** Word ends paragraphs with a space that does not break. */
function trimEnd(block: Element) {
  let last: Node | null = block
  while (last?.lastChild) last = last.lastChild
  if (last?.nodeType === Node.TEXT_NODE) last.textContent = last.textContent?.trimEnd() ?? ''
}

const kept = new Set(['P', 'BR', 'UL', 'OL', 'LI', 'BLOCKQUOTE', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'DIV'])

/** Our element in place of another that says the same, and without its attributes. */
function rewrite(element: Element) {
  const { tagName } = element
  const [href, start, source] = ['href', 'start', pictureOf].map((name) => element.getAttribute(name))
  const style = readStyle(element)
  const marks = [
    // Headings are bold by themselves.
    ...(isBold(tagName, style) && !element.closest('h1, h2, h3, h4, h5, h6') ? ['strong'] : []),
    ...(isItalic(tagName, style) ? ['em'] : []),
  ]
  if (isQuote(element)) return void replace(element, 'blockquote', 'p')
  if (/^msotitle$/i.test(element.className)) return void replace(element, 'h1')
  for (const { name } of [...element.attributes]) element.removeAttribute(name)
  if (kept.has(tagName)) {
    if (tagName === 'OL' && start) element.setAttribute('start', start)
    // The style of an item is that of its sign.
    if (tagName === 'P') markContent(element, marks)
    return
  }
  if (source && isPictureSource(source)) return element.setAttribute(pictureOf, source)
  const address = href?.trim() ?? ''
  const names = [...(tagName === 'A' && isLinkAddress(address) ? ['a'] : []), ...marks]
  if (names.length === 0 && tagName !== 'SPAN' && isBlock(tagName)) return void replace(element, 'p')
  markContent(element, names)
  if (names[0] === 'a') element.firstElementChild?.setAttribute('href', address)
  unwrap(element)
}

/** To a place inside the document it came from, no link is missed. */
function isDroppedLink(element: Element) {
  const address = element.getAttribute('href')?.trim() ?? ''
  return (
    /^(\/\/|(?!javascript:)[a-z][a-z\d+.-]*:)/i.test(address) &&
    !isLinkAddress(address) &&
    element.textContent.trim() !== ''
  )
}

const isBlock = (tagName: string) =>
  /^(ADDRESS|ARTICLE|ASIDE|BODY|CENTER|DD|DL|DT|FIGCAPTION|FIGURE|FOOTER|HEADER|MAIN|NAV|PRE|SECTION)$/.test(tagName)

const isBold = (tagName: string, style: string) =>
  /(^|[;\s])font-weight\s*:\s*(bold|bolder|[6-9]\d\d)/.test(style) ||
  (/^(B|STRONG)$/.test(tagName) && !/(^|[;\s])font-weight\s*:\s*(normal|[1-5]\d\d)/.test(style))

const isItalic = (tagName: string, style: string) =>
  /(^|[;\s])font-style\s*:\s*italic/.test(style) ||
  (/^(I|EM|CITE)$/.test(tagName) && !/(^|[;\s])font-style\s*:\s*normal/.test(style))

const isQuote = (element: Element) => element.tagName === 'P' && /^mso(intense)?quote$/i.test(element.className)

function replace(element: Element, ...names: string[]) {
  const [outer, ...others] = names.map((name) => element.ownerDocument.createElement(name))
  const inner = others.reduce((around, one) => (around.append(one), one), outer!)
  inner.append(...element.childNodes)
  element.replaceWith(outer!)
}

function markContent(element: Element, names: string[]) {
  for (const name of names.toReversed()) {
    const mark = element.ownerDocument.createElement(name)
    mark.append(...element.childNodes)
    element.append(mark)
  }
}

function unwrap(element: Element, after = '') {
  element.replaceWith(...element.childNodes, after)
}
