const fewestLetters = 2
export const fewestDigits = 3

/** Whether the text is long enough to search for a name, email or phone. */
export function isSearchable(typed: string) {
  const part = typed.trim()
  return part.length >= (/^[\d\s().+-]*$/.test(part) ? fewestDigits : fewestLetters)
}
