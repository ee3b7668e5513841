/** Of a device that staff handed to a patient. */
export const tabletPath = '/tablet'

/** In the browser, on any other page: nothing of it may stay in view. */
export function goToTablet() {
  document.documentElement.hidden = true
  location.replace(tabletPath)
}
