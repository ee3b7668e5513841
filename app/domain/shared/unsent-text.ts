/** In the browser: whether a field of the page, or of a part of it, holds what was typed or checked and not sent. */
export const hasUnsentText = (within: ParentNode = document) =>
  [...within.querySelectorAll<HTMLInputElement>('input, textarea')].some(
    // A checkbox without a value of its own has one, but no default one.
    ({ type, checked, defaultChecked, value, defaultValue }) =>
      type === 'checkbox' ? checked !== defaultChecked : value !== defaultValue,
  )
