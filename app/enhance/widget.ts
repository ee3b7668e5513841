import { fetchPage, isOurs, swap } from './swap.ts'

/**
 * A choice in the widget changes only the widget: the page around its frame stays where it is, and the focus goes to
 * what the link leads to.
 */
export function chooseInPlace() {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('#widget a')
    if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey || !isOurs(link.href)) return
    event.preventDefault()
    void show(link.href, true)
  })
  addEventListener('popstate', () => document.getElementById('widget') && show(location.href, false))
  leaveFrame()
}

/** What ends in a frame goes on outside of it; without scripts a link leads there. */
export function leaveFrame() {
  const link = document.querySelector<HTMLAnchorElement>('a[data-go-top]')
  if (link && isOurs(link.href)) (top ?? window).location.replace(`${link.href}#${link.dataset.goTop}`)
}

let latest = ''

async function show(address: string, isStep: boolean) {
  latest = address
  const { page } = await fetchPage(address).catch(() => ({ page: undefined }))
  if (latest !== address) return
  const widget = document.getElementById('widget')
  // The browser says better than we could that there is no connection.
  if (!page || !widget || !swap(widget, page)) return location.assign(address)
  if (isStep) history.pushState(null, '', address)
  const target = document.getElementById(new URL(address).hash.slice(1)) ?? document.getElementById('soonest')
  target?.focus({ preventScroll: true })
  target?.scrollIntoView({ block: 'nearest' })
}
