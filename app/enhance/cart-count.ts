import { fetchPage, swap } from './swap.ts'

/** A page restored from the browser's back/forward cache shows an old cart count. */
export function refreshCartCount() {
  addEventListener('pageshow', async ({ persisted }) => {
    const count = document.getElementById('cart-link')
    if (!persisted || !count) return
    const { page } = await fetchPage(location.href).catch(() => ({ page: undefined }))
    if (page) swap(count, page)
  })
}
