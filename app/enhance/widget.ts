import { showMessage } from './pending.ts'
import { fetchPage, isSameOrigin, swap } from './swap.ts'

/**
 * A choice in the booking widget replaces only the widget and focuses the link's target; the page around the frame does
 * not scroll.
 */
export function navigateInPlace() {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('#widget a')
    if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey || !isSameOrigin(link.href)) return
    event.preventDefault()
    if (latest !== link.href) void show(link.href, link)
  })
  addEventListener('popstate', () => document.getElementById('widget') && show(location.href))
  leaveFrame()
}

/** Leaves the frame at the end of a booking; without scripts a link does. */
export function leaveFrame() {
  const link = document.querySelector<HTMLAnchorElement>('a[data-go-top]')
  if (link && isSameOrigin(link.href)) (top ?? window).location.replace(`${link.href}#${link.dataset.goTop}`)
}

/** The latest choice; earlier answers are ignored. */
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

/** Next to the pressed link: on a phone the other parts are out of sight. */
function showOffline(widget: HTMLElement, pressed: HTMLAnchorElement | undefined) {
  const form = widget.querySelector('form')
  if (form) showMessage(pressed?.closest('section')?.lastElementChild ?? form, pressed, form.dataset.offline)
}
