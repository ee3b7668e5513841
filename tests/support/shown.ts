/** Which of these texts a page shows, so that one expectation says what is there and what is not. */
export function shownOf(html: string, texts: readonly string[]) {
  const shown = html.replaceAll('<!-- -->', '')
  return texts.filter((text) => shown.includes(escape(text)))
}

/** As React writes a text; tags stay. */
const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll("'", '&#x27;')
