/** A search part of an address with a space for each of them, and for line breaks: there is no field of lines in it. */
export const replaceControls = (search: string) => search.replace(/%(?:[01][\da-f]|7f)/gi, '%20')

/** Whether a path, decoded, has a character that is in no address of ours. */
export const hasControls = (path: string) => /\p{Cc}/u.test(path)
