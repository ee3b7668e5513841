/**
 * The words that tiro-devanagari-words.woff2 was cut for, with every conjunct in them. Of another word it may have some
 * letters only, and one word in two typefaces reads badly.
 */
const cut = new Set(['आयुर्वेद', 'पञ्चकर्म', 'नाडी परीक्षा', 'अभ्यङ्गम्', 'शिरोधारा', 'त्रिफला'])

/** For the element around a Sanskrit word; one that the typeface lacks is left whole to a font of the visitor's own. */
export const sanskrit = (word: string) => ({ lang: 'sa', className: cut.has(word) ? 'deva tiro' : 'deva' })
