import type { Region } from './regions.ts'

/** A button of the form that moves, removes or adds an item of a list, or what can be done with the card of an entry. */
export type ItemAct = {
  command: string
  text: string
  name: string
  /** It leads to another page of the dashboard. */
  isLink?: boolean
}

/** Buttons at the outline of a chosen item, which do what those of the form do. */
export function addItemBar(page: Document, onAct: (command: string) => void, measureSeen: () => number) {
  const bar = page.createElement('div')
  bar.className = 'item-bar'
  // A landmark, as links are only in those.
  bar.role = 'region'
  // A text that is being written keeps the caret until the button acts.
  bar.addEventListener('mousedown', (event) => event.preventDefault())
  let shownAt: Region | undefined
  let item: HTMLElement[] = []
  let isCard = false

  function show(region: Region | undefined, acts: ItemAct[], blocks: HTMLElement[]) {
    shownAt = region
    item = blocks
    isCard = acts.some(({ isLink }) => isLink)
    bar.replaceChildren(...acts.map((act) => toButton(act)))
    // After its outline, for the tabulator.
    if (!region || acts.length === 0) return bar.remove()
    bar.ariaLabel = region.button.textContent
    region.button.after(bar)
  }

  function toButton({ command, text, name, isLink }: ItemAct) {
    const button = Object.assign(page.createElement('button'), { type: 'button', textContent: text, ariaLabel: name })
    // No address could be followed from within the frame.
    if (isLink) button.role = 'link'
    button.dataset.act = command.split(' ')[0] ?? ''
    button.addEventListener('click', () => onAct(command))
    return button
  }

  /** Below the item, so that all of it can still be pressed, and within what is in view of the page; else over a card. */
  function place() {
    if (!shownAt?.button.isConnected) return
    const { scrollX = 0, scrollY = 0, innerWidth = 0 } = page.defaultView ?? {}
    const { left, top: start, bottom, width } = shownAt.element.getBoundingClientRect()
    bar.hidden = width === 0
    const below = Math.max(...item.map((element) => element.getBoundingClientRect().bottom)) + gap
    const top = Math.max((isCard ? start : bottom) + gap, Math.min(below, measureSeen() - bar.offsetHeight - gap))
    const last = page.documentElement.scrollHeight - bar.offsetHeight - gap
    bar.style.left = `${Math.max(gap, Math.min(left, innerWidth - bar.offsetWidth - gap)) + scrollX}px`
    bar.style.top = `${Math.min(top + scrollY, last)}px`
  }

  return {
    show,
    place,
    has: (node: Node) => bar.contains(node),
    /** The same act again, or the next best. */
    focus: (act: string) =>
      (
        bar.querySelector<HTMLElement>(`[data-act='${act}']`) ??
        bar.querySelector<HTMLElement>('button:not([role])') ??
        shownAt?.button
      )?.focus({ preventScroll: true }),
  }
}

const gap = 8
