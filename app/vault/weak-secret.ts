/** Words of documents that were copied instead of followed, and of people in a hurry. */
const placeholders =
  /change.?me|change.?this|password|example|replace|insert|openssl|the output of|your.?(?:key|secret)|qwerty|letmein/i

/**
 * Whether a secret of the settings could be guessed: from a document, by hand, or a few signs over and over. What a
 * generator gives passes, be it hex, base64 or anything else of 32 characters.
 */
export function isWeak(secret: string) {
  const signs = [...secret]
  const following = signs.filter(
    (sign, index) => Math.abs((signs[index - 1]?.codePointAt(0) ?? 0) - (sign.codePointAt(0) ?? 0)) <= 1,
  )
  return (
    new Set(signs).size < 7 ||
    // Again and again the same piece, or one after another of the alphabet.
    /^(.{1,24}?)\1+/s.exec(secret)?.[0].length === secret.length ||
    /(.{4,24}?)\1{2}/s.test(secret) ||
    following.length > (signs.length * 2) / 3 ||
    placeholders.test(secret)
  )
}
