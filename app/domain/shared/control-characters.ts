/** Nobody types them, PostgreSQL takes no NUL, and pages could not show them. A form's lines and tabs are none of them. */
const controls = /(?![\t\n\r])\p{Cc}/gu

export const withoutControls = (text: string) => text.replace(controls, '')

/** A search part of an address with a space for each of them, and for line breaks: there is no field of lines in it. */
export const queryWithoutControls = (search: string) => search.replace(/%(?:[01][\da-f]|7f)/gi, '%20')

/** Whether a path, decoded, has a character that is in no address of ours. */
export const hasControls = (path: string) => /\p{Cc}/u.test(path)
