/** A query string with spaces in place of control characters and line breaks. */
export const replaceControls = (search: string) => search.replace(/%(?:[01][\da-f]|7f)/gi, '%20')

export const hasControls = (path: string) => /\p{Cc}/u.test(path)
