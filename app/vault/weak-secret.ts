/** Words of documents and of hasty people. */
const placeholders =
  /change.?me|change.?this|password|example|replace|insert|openssl|the output of|your.?(?:key|secret)|qwerty|letmein/i

/** Whether a configured secret could be guessed. Generated ones of 32 characters pass, in hex, base64 or otherwise. */
export function isWeak(secret: string) {
  const signs = [...secret]
  const following = signs.filter(
    (sign, index) => Math.abs((signs[index - 1]?.codePointAt(0) ?? 0) - (sign.codePointAt(0) ?? 0)) <= 1,
  )
  return (
    new Set(signs).size < 7 ||
    // Repetitions, or runs of the alphabet.
    /^(.{1,24}?)\1+/s.exec(secret)?.[0].length === secret.length ||
    /(.{4,24}?)\1{2}/s.test(secret) ||
    following.length > (signs.length * 2) / 3 ||
    placeholders.test(secret)
  )
}
