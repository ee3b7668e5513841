import { domainToASCII } from 'node:url'
import { z } from 'zod'

const wrong = 'Enter an email address in the form name@example.com.'

/**
 * HTML's 'valid email address', in a domain whose last part is a word; not normalized. Before the @ are at most 64
 * characters (RFC 5321, 4.5.3.1.1), without an empty part.
 */
export function wholeEmail(message: string) {
  return z
    .string(message)
    .max(254, message)
    .regex(z.regexes.html5Email, message)
    .regex(/^(?!\.)(?!.*\.\.)[^@]{1,64}@.*\.[a-z][^.]+$/i, message)
}

/** Normalized, so that one person is one address. At most 254 characters (RFC 5321, 4.5.3.1.3), 63 between dots. */
export const emailAddress = z
  .string({ error: 'Enter your email address.' })
  .transform((typed) =>
    typed
      .replace(/[\p{Cf}\p{Variation_Selector}]/gu, '')
      // Keyboards for Chinese and Japanese write these wide.
      .replace(/[\uff01-\uff5e\ufe6b\u3000]/g, (wide) => wide.normalize('NFKC'))
      .trim()
      .toLowerCase()
      .replace(/@([\p{L}\p{M}\p{N}.\u3002\uff61-]*\P{ASCII}[\p{L}\p{M}\p{N}.\u3002\uff61-]*)$/u, toAsciiDomain),
  )
  .pipe(z.string().min(1, 'Enter your email address.'))
  .pipe(wholeEmail(wrong))

/** Domains in other letters travel as Punycode, which every mail server knows. */
const toAsciiDomain = (whole: string, domain: string) => `@${domainToASCII(domain) || domain}`
