/** Word copies each item of a list as a paragraph with its sign in the text. */
export function joinWordLists(body: Element) {
  const open: { list: Element; level: number; isNumbered: boolean }[] = []
  let last: Element | null = null
  for (const paragraph of body.querySelectorAll('p, h1, h2, h3, h4, h5, h6')) {
    const level = readLevel(paragraph)
    if (level === undefined) continue
    const sign = takeSign(paragraph)
    const isNumbered = /^\(?[\p{L}\p{N}]{1,4}[.)]/u.test(sign)
    if (paragraph.previousElementSibling !== last) open.length = 0
    while (open.at(-1) && open.at(-1)!.level > level) open.pop()
    const around = open.at(-1)
    if (around?.level === level && around.isNumbered !== isNumbered) open.pop()
    if (open.at(-1)?.level !== level) {
      const list = body.ownerDocument.createElement(isNumbered ? 'ol' : 'ul')
      const start = /^\(?(\d{1,9})/.exec(sign)?.[1]
      if (start) list.setAttribute('start', start)
      const item = open.at(-1)?.list.lastElementChild
      if (item) item.append(list)
      else {
        paragraph.before(list)
        last = list
      }
      open.push({ list, level, isNumbered })
    }
    const item = body.ownerDocument.createElement('li')
    item.append(...paragraph.childNodes)
    open.at(-1)!.list.append(item)
    paragraph.remove()
  }
}

/** As in 'mso-list:l0 level2 lfo1'. Item 'none' and the 'Ignore' of signs name no level. */
function readLevel(paragraph: Element) {
  const [, level] = /mso-list\s*:[^;]*\blevel(\d)/i.exec(paragraph.getAttribute('data-style') ?? '') ?? []
  return level === undefined ? undefined : Number(level)
}

function takeSign(paragraph: Element) {
  const sign = paragraph.querySelector('[data-style*="mso-list:Ignore" i], [data-style*="mso-list: Ignore" i]')
  const text = sign?.textContent.trim() ?? ''
  sign?.remove()
  return text
}
