const longest = 300
/** Shorter ones are words that any answer may have. */
const leastSecret = 6

/** What a service answered, on one line, without markup, addresses of people and `secrets`. */
export function redactAnswer(text: string, secrets: readonly string[]) {
  let plain = text.toWellFormed()
  for (const secret of secrets.toSorted((one, other) => other.length - one.length))
    if (secret.length >= leastSecret) plain = plain.replaceAll(secret, '…')
  return plain
    .replaceAll(/[^\s<>()"',;:=]+@[^\s<>()"',;:]+/g, '…')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, longest)
    .toWellFormed()
}
