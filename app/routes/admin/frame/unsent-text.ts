/** Whether a field of the page holds what was typed and not sent; the frame itself has none. */
export const hasUnsentText = () =>
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('main :is(input, textarea)')].some(
    ({ value, defaultValue }) => value !== defaultValue,
  )
