import { idOfPicture } from '#app/domain/pictures/picture.ts'
import { hasMarks, markedPaths, splitMarks, withoutMarks } from '#app/domain/content/marks.ts'

/** Where a field shows on the page. */
export type Part = {
  path: string
  element: HTMLElement
  /** The text is the element's and nothing else is in it, so that it can be written there. */
  isText?: boolean
  attribute?: string
}

/** What people see of attributes; others, such as names of regions, are only in the form. */
const shownAttributes = ['alt', 'placeholder']

/** Takes the marks out of a preview: it then looks as visitors will see it. `hidden`: fields that nobody sees on it. */
export function takeMarks(page: Document): { parts: Part[]; hidden: Set<string> } {
  const hidden = new Set([...markedPaths(page.title), ...takeFromHead(page)])
  page.title = withoutMarks(page.title)
  return { parts: [...takeFromTexts(page), ...takeFromAttributes(page, hidden)], hidden }
}

function takeFromHead(page: Document) {
  return [...page.head.querySelectorAll<HTMLElement>('[content]')].flatMap((meta) => {
    const text = meta.getAttribute('content') ?? ''
    if (hasMarks(text)) meta.setAttribute('content', withoutMarks(text))
    return markedPaths(text)
  })
}

function takeFromTexts(page: Document): Part[] {
  let path: string | undefined
  return listTexts(page).flatMap((node) => {
    if (path === undefined && !hasMarks(node.data)) return []
    const before = path
    const split = splitMarks(node.data, path)
    path = split.open
    const isOnlyMark = split.pieces.every(({ text }) => text === '')
    // Formatted text is between paragraphs that are marks alone, and what goes on in other elements isn't plain.
    if (before !== path && isOnlyMark) {
      node.parentElement?.remove()
      return []
    }
    const isText = before === undefined && path === undefined
    return place(node, split.pieces).map((part) => ({ ...part, isText }))
  })
}

function listTexts(page: Document) {
  const texts: Text[] = []
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  return texts
}

/** Each field gets an element of its own, the text's if it has nothing else in it. */
function place(node: Text, pieces: ReturnType<typeof splitMarks>['pieces']): Part[] {
  const parent = node.parentElement
  if (!parent) return []
  const [only] = pieces
  if (pieces.length === 1 && only?.path !== undefined && parent.childNodes.length === 1) {
    node.data = only.text
    return [{ path: only.path, element: parent }]
  }
  const parts: Part[] = []
  const nodes = pieces.map(({ text, path }) => {
    if (path === undefined) return text
    const element = Object.assign(node.ownerDocument.createElement('span'), { textContent: text })
    parts.push({ path, element })
    return element
  })
  node.replaceWith(...nodes)
  return parts
}

function takeFromAttributes(page: Document, hidden: Set<string>): Part[] {
  return [...page.body.querySelectorAll<HTMLElement>('*')].flatMap((element) =>
    [...element.attributes].flatMap(({ name, value }) => {
      if (!hasMarks(value)) return []
      element.setAttribute(name, withoutMarks(value))
      const paths = markedPaths(value)
      if (shownAttributes.includes(name)) return paths.map((path) => ({ path, element, attribute: name }))
      for (const path of paths) hidden.add(path)
      return []
    }),
  )
}

/** Pictures bear no mark. Each field takes the next one on the page that has the name of its file. */
export function findPictures(page: Document, fields: { path: string; value: string }[]): Part[] {
  const free = [...page.querySelectorAll<HTMLImageElement>('main img')]
  return fields.flatMap(({ path, value }) => {
    const at = free.findIndex(({ src }) => isShown(value, src))
    const [element] = at < 0 ? [] : free.splice(at, 1)
    return element ? [{ path, element }] : []
  })
}

/** One of the website's own, or of the library. */
function isShown(value: string, src: string) {
  const id = idOfPicture(value)
  return id === undefined ? [`/${value}-`, `/${value}.`].some((name) => src.includes(name)) : src.includes(`/${id}/`)
}
