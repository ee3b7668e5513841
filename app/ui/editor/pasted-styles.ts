// The styles of pasted HTML, as far as they say what is to be read.

/** Inline ones, which a browser must not apply. */
export const styleOf = 'data-style'
export const readStyle = (element: Element) => element.getAttribute(styleOf)?.toLowerCase() ?? ''

/** Style sheets that came along count where they cross out or hide; rules for printing and the like don't. */
export function applySheets(html: string, body: Element) {
  for (const [, sheet = ''] of html.matchAll(/<style\b([\s\S]*?)(?:<\/style>|$)/gi)) {
    const rules = sheet.slice(sheet.indexOf('>') + 1).replaceAll(/\/\*[\s\S]*?(?:\*\/|$)|<!--|-->/g, '')
    // How many braces are open: '@media print {' has rules inside.
    let depth = 0
    for (const block of rules.split('}')) {
      const [selector = '', style = '', ...inner] = block.split('{')
      if (depth === 0 && inner.length === 0 && (/line-through/i.test(style) || hidden.test(style)))
        addStyle(selector, style, body)
      depth = Math.max(0, depth + block.split('{').length - 2)
    }
  }
}

function addStyle(selector: string, style: string, body: Element) {
  try {
    for (const element of body.querySelectorAll(selector))
      element.setAttribute(styleOf, `${style};${readStyle(element)}`)
  } catch {
    // A selector that this browser doesn't know.
  }
}

const hidden = /(?:display\s*:\s*none|mso-hide\s*:\s*all|(visibility)\s*:\s*hidden|(font-size)\s*:\s*0[.0]*(?![.\d]))/i

/** Nobody saw it where it was copied, except what is shown again within. */
export function dropHidden(body: Element) {
  for (const element of body.querySelectorAll(`[${styleOf}]`)) {
    const [how, ...shown] = hidden.exec(readStyle(element)) ?? []
    const again = shown.find(Boolean)
    if (!how) continue
    const isShownWithin = again && element.querySelector(`[${styleOf}*="${again}" i]`)
    const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
    for (const node of isShownWithin ? own : [element]) node.remove()
  }
}
