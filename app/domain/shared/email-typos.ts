/** Where most people have their mailbox. */
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

/** Real ones that only look like a slip. */
const alsoReal = new Set(['mail.com', 'ymail.com', 'email.com', 'gmx.com', 'aim.com', 'att.com', 'gmail.co', 'me.com'])

/**
 * The address that was probably meant: 'maya@gmial.com' -> 'maya@gmail.com'; undefined when nothing looks mistyped.
 * A guess to ask about, never a reason to refuse.
 */
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
  // What is one slip away from a short name is often another company's.
  const mayMistypeName = name.length > 4 || typed.startsWith(`${name}.`)
  return mayMistypeName && isOneSlipAway(typed, known)
}

/** One letter missing, too many or wrong, or two neighbours swapped. */
function isOneSlipAway(typed: string, known: string) {
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
