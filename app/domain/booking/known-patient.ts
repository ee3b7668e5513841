/** Somebody as an earlier appointment has them; `id` is the appointment's. */
export type KnownPatient = { id: string; name: string; phone: string; email: string }

const fewestLetters = 2
export const fewestDigits = 3

/** Whether it is enough of a name or phone to look for; less would find anybody. */
export function isSearchable(typed: string) {
  const part = typed.trim()
  return part.length >= (/^[\d\s().+-]*$/.test(part) ? fewestDigits : fewestLetters)
}
