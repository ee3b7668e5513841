const common = [
  'gmail.com',
  'yahoo.com',
  'hotmail.com',
  'outlook.com',
  'icloud.com',
  'aol.com',
  'comcast.net',
  'att.net',
  'bellsouth.net',
  'charter.net',
  'live.com',
  'msn.com',
  'verizon.net',
  'protonmail.com',
]

/** Real domains that look like typos. */
const alsoReal = new Set(['mail.com', 'ymail.com', 'email.com', 'gmx.com', 'aim.com', 'att.com', 'gmail.co', 'me.com'])

/** 'maya@gmial.com' -> 'maya@gmail.com'; undefined when nothing looks mistyped. To ask about, not to reject. */
export function suggestEmail(email: string) {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1).toLowerCase()
  if (at < 1 || common.includes(domain) || alsoReal.has(domain)) return undefined
  const meant = common.find((known) => looksLike(domain, known))
  if (!meant) return undefined
  return { domain: meant, email: `${email.slice(0, at)}@${meant}` }
}

function looksLike(typed: string, known: string) {
  const name = known.slice(0, known.indexOf('.'))
  if (typed === name) return true
  // One typo away from a short name, there is often another company.
  const mayMistypeName = name.length > 4 || typed.startsWith(`${name}.`)
  return mayMistypeName && isOneTypoAway(typed, known)
}

/** One character missing, added or wrong, or two neighbors swapped. */
function isOneTypoAway(typed: string, known: string) {
  if (Math.abs(typed.length - known.length) > 1) return false
  let start = 0
  while (start < Math.min(typed.length, known.length) && typed[start] === known[start]) start += 1
  const typedRest = typed.slice(start)
  const knownRest = known.slice(start)
  return (
    typedRest.slice(1) === knownRest ||
    typedRest === knownRest.slice(1) ||
    typedRest.slice(1) === knownRest.slice(1) ||
    (typedRest[0] === knownRest[1] && typedRest[1] === knownRest[0] && typedRest.slice(2) === knownRest.slice(2))
  )
}
