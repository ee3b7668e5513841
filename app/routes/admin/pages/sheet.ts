/**
 * On narrow screens the fields are a sheet that lies over the page in its frame. Scrolling the window moves it, so that
 * it is dragged as everything else is; elsewhere none of this moves anything.
 */
export const isSheet = (fields: HTMLElement) => getComputedStyle(fields).position === 'sticky'

/** Up to where half of the page is left, unless it is higher already. */
export function raiseSheet(fields: HTMLElement) {
  const top = heightOfFrame(fields) * half
  if (fields.getBoundingClientRect().top > top) moveSheet(fields, top)
}

/** Down to its heading. */
export const lowerSheet = (fields: HTMLElement) => moveSheet(fields, heightOfFrame(fields))

/** Nothing of it can be pressed but its heading. */
export const isLowered = (fields: HTMLElement) =>
  fields.getBoundingClientRect().top >= heightOfFrame(fields) - mostOfBody

/** Down to where half of the page is seen, if it is higher. */
export function uncoverPage(fields: HTMLElement) {
  const top = heightOfFrame(fields) * half
  if (isSheet(fields) && fields.getBoundingClientRect().top < top) moveSheet(fields, top)
}

/** Brings what is in it to where it is seen. Not by `scrollIntoView`, which would raise the sheet for the last fields. */
export function showInSheet(fields: HTMLElement, element: HTMLElement) {
  const body = findBody(fields)
  if (!body?.contains(element)) return
  const pictures = element.closest<HTMLElement>('.picture-options')
  if (pictures) scrollTo(pictures, element)
  if (isSeen(body, element)) return
  raiseSheet(fields)
  if (!isSeen(body, element)) scrollTo(body, element.closest<HTMLElement>('.field') ?? element)
}

/** How much of the frame it hides, in pixels. */
export function measureCovered(fields: HTMLElement) {
  const frame = findFrame(fields)
  if (!frame || !isSheet(fields)) return 0
  return Math.max(0, frame.getBoundingClientRect().bottom - fields.getBoundingClientRect().top)
}

/** Tells whether more of it than its heading is seen, now and after each move. */
export function watchSheet(fields: HTMLElement, onChange: (isUp: boolean) => void) {
  const listening = new AbortController()
  function follow() {
    onChange(fields.getBoundingClientRect().top < heightOfFrame(fields) * (1 - half / 2))
    const body = findBody(fields)
    if (!body) return
    // So that browsers bring what has the focus to where it is seen, instead of raising the sheet.
    const below = Math.max(0, body.getBoundingClientRect().bottom - endOfSeen())
    body.style.scrollPaddingBottom = `${below}px`
  }
  follow()
  for (const kind of ['scroll', 'resize']) window.addEventListener(kind, follow, { signal: listening.signal })
  return () => listening.abort()
}

const half = 0.45

/** Less than can be pressed. */
const mostOfBody = 8

/** It ends where the editor ends, wherever it sticks. */
function moveSheet(fields: HTMLElement, top: number) {
  const editor = fields.parentElement!.getBoundingClientRect()
  window.scrollBy({ top: editor.bottom - fields.offsetHeight - top, behavior: 'instant' })
}

function isSeen(body: HTMLElement, element: HTMLElement) {
  const { top, bottom } = element.getBoundingClientRect()
  const within = body.getBoundingClientRect()
  return top >= within.top + readPadding(body) && Math.min(bottom, top + most) <= Math.min(within.bottom, endOfSeen())
}

/** Above the bar at the bottom, and above a notice. */
const endOfSeen = () =>
  window.innerHeight - (parseFloat(getComputedStyle(document.documentElement).scrollPaddingBottom) || 0)

/** Of what is higher than this, the beginning is enough. */
const most = 120

function scrollTo(scroller: HTMLElement, element: HTMLElement) {
  const { top } = scroller.getBoundingClientRect()
  scroller.scrollTop += element.getBoundingClientRect().top - top - readPadding(scroller)
}

const readPadding = (body: HTMLElement) => parseFloat(getComputedStyle(body).scrollPaddingTop) || 0
const findBody = (fields: HTMLElement) => fields.querySelector<HTMLElement>('.page-fields-body')
const findFrame = (fields: HTMLElement) => fields.parentElement?.querySelector<HTMLElement>('.page-preview-frame')
const heightOfFrame = (fields: HTMLElement) => findFrame(fields)?.offsetHeight ?? 0
