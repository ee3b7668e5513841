import { fetchPage, swap } from './swap.ts'

/** A page that the browser kept whole shows the cart's count of then; what else it shows stays as it was left. */
export function refreshCartCount() {
  addEventListener('pageshow', async ({ persisted }) => {
    const count = document.getElementById('cart-link')
    if (!persisted || !count) return
    const { page } = await fetchPage(location.href).catch(() => ({ page: undefined }))
    if (page) swap(count, page)
  })
}
