/** Before the id that the log has for an error. */
export const errorNumber = 'Error number'

/** Where a page broke while someone typed. */
export const brokenPage = {
  typed: 'What you typed',
  kept: 'What you typed isn’t lost. Try again to have it back in its fields, or copy it from here first.',
  tryAgain: 'Try again',
}

/** For an error before any text could be read; the others are in not-found.json. */
export const lastResort = {
  title: 'Something went wrong on our side',
  lead: 'Please try again in a moment. If it keeps happening, call us.',
}
