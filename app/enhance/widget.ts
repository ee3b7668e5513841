import { showMessage } from './pending.ts'
import { fetchPage, isSameOrigin, swap } from './swap.ts'

/**
 * A choice in the widget changes only the widget: the page around its frame stays where it is, and the focus goes to
 * what the link leads to.
 */
export function navigateInPlace() {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('#widget a')
    if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey || !isSameOrigin(link.href)) return
    event.preventDefault()
    // A second press of the one that is on its way.
    if (latest !== link.href) void show(link.href, link)
  })
  addEventListener('popstate', () => document.getElementById('widget') && show(location.href))
  leaveFrame()
}

/** What ends in a frame goes on outside of it; without scripts a link leads there. */
export function leaveFrame() {
  const link = document.querySelector<HTMLAnchorElement>('a[data-go-top]')
  if (link && isSameOrigin(link.href)) (top ?? window).location.replace(`${link.href}#${link.dataset.goTop}`)
}

/** The choice whose answer is awaited; another one takes its place. */
let latest = ''

async function show(address: string, pressed?: HTMLAnchorElement) {
  latest = address
  pressed?.setAttribute('aria-busy', 'true')
  const answer = await fetchPage(address).catch(() => undefined)
  pressed?.removeAttribute('aria-busy')
  if (latest !== address) return
  latest = ''
  const widget = document.getElementById('widget')
  if (!answer && widget) return showOffline(widget, pressed)
  if (!answer?.page || !widget || !swap(widget, answer.page)) return location.assign(address)
  if (pressed) history.pushState(null, '', address)
  const target = document.getElementById(new URL(address).hash.slice(1)) ?? document.getElementById('soonest')
  target?.focus({ preventScroll: true })
  target?.scrollIntoView({ block: 'nearest' })
}

/** In the part of the widget that was pressed: on a phone the others are out of sight. */
function showOffline(widget: HTMLElement, pressed: HTMLAnchorElement | undefined) {
  const form = widget.querySelector('form')
  if (form) showMessage(pressed?.closest('section')?.lastElementChild ?? form, pressed, form.dataset.offline)
}
