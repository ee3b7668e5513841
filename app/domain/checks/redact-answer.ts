const longest = 300
/** Shorter secrets may be words of any answer. */
const leastSecret = 6

/** A service's answer on one line, without markup, email addresses and `secrets`. */
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
