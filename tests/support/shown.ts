/**
 * HTML as it is read: without React's marks between texts and what lets an address wrap. What people typed stays escaped, so
 * that a test can tell `<b>` from a tag.
 */
export const plain = (html: string) =>
  html
    .replaceAll('<!-- -->', '')
    .replaceAll('<wbr/>', '')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')

/** The same with what people typed. */
export const decode = (html: string) => plain(html.replaceAll('&lt;', '<').replaceAll('&gt;', '>'))

/** Which of these texts a page shows, so that one expectation says what is there and what is not. */
export function shownOf(html: string, texts: readonly string[]) {
  const shown = html.replaceAll('<!-- -->', '')
  return texts.filter((text) => shown.includes(escape(text)))
}

/** As React writes a text; tags stay. */
const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll("'", '&#x27;')
