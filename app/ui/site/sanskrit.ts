/** tiro-devanagari-words.woff2 contains only the conjuncts of these words. Another word would mix two typefaces. */
const cut = new Set(['आयुर्वेद', 'पञ्चकर्म', 'नाडी परीक्षा', 'अभ्यङ्गम्', 'शिरोधारा', 'त्रिफला'])

/** Props for an element with a Sanskrit word; other words use one of the visitor's own fonts. */
export const sanskrit = (word: string) => ({ lang: 'sa', className: cut.has(word) ? 'deva tiro' : 'deva' })
