type Options = {
  label: string
  onWrite: (text: string) => void
  /** By the keyboard. */
  onLeave: () => void
  onEnd: () => void
}

/** Lets a text be written where it stands: as one line of plain text, whatever is pasted. */
export function writeInPlace(
  element: HTMLElement,
  { label, onWrite, onLeave, onEnd }: Options,
  at?: { x: number; y: number },
) {
  const attributes = { contenteditable: 'plaintext-only', role: 'textbox', 'aria-label': label }
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  const listening = new AbortController()
  const { signal } = listening

  element.addEventListener('input', () => onWrite(readText(element)), { signal })
  element.addEventListener('beforeinput', keepOneLine, { signal })
  element.addEventListener('keydown', stopOnEscape, { signal })
  element.addEventListener('blur', end, { signal })
  element.focus({ preventScroll: true })
  putCaret(element, at)

  function stopOnEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape' && (event.key !== 'Enter' || event.isComposing)) return
    event.preventDefault()
    onLeave()
  }

  function end() {
    listening.abort()
    for (const name of Object.keys(attributes)) element.removeAttribute(name)
    onEnd()
  }
}

/** Line breaks become spaces. */
function keepOneLine(event: InputEvent) {
  if (['insertParagraph', 'insertLineBreak'].includes(event.inputType)) return event.preventDefault()
  const text = event.dataTransfer?.getData('text/plain') ?? event.data
  if (!text || !/\n/.test(text)) return
  event.preventDefault()
  // The one way that Undo of the browser knows.
  ;(event.target as Node).ownerDocument?.execCommand('insertText', false, text.replaceAll(/\s*\n\s*/g, ' ').trim())
}

/** Browsers write non-breaking spaces where a plain one would disappear. */
const readText = ({ textContent }: HTMLElement) => (textContent ?? '').replaceAll(/[\u00a0\n]/g, ' ')

/** Where the pointer was, else at the end. */
function putCaret(element: HTMLElement, at: { x: number; y: number } | undefined) {
  const page = element.ownerDocument
  const selection = page.getSelection()
  const found = at && findCaret(page, at)
  if (found && element.contains(found.node)) selection?.collapse(found.node, found.offset)
  else {
    selection?.selectAllChildren(element)
    selection?.collapseToEnd()
  }
}

/** Older browsers know only the second way. */
function findCaret(page: Document, { x, y }: { x: number; y: number }) {
  const position = page.caretPositionFromPoint?.(x, y)
  if (position) return { node: position.offsetNode, offset: position.offset }
  const range = page.caretRangeFromPoint?.(x, y)
  return range && { node: range.startContainer, offset: range.startOffset }
}
